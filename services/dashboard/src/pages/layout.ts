/** The frame of every page. */
import type { Session } from '../login/sessions.js';
import { html, type Html, type Part } from './html.js';

/** A whole page, with the navigation when an operator is logged in. */
export function page(title: string, content: Part, session?: Session): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · Sluice</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/assets/console.css" />
      </head>
      <body>
        ${session && navigation(session)}
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`;
}

function navigation(session: Session): Html {
  return html`<header>
    <a class="brand" href="/">Sluice</a>
    <nav aria-label="Console">
      <a href="/">Overview</a>
      <a href="/queues">Queues</a>
      <a href="/leads">Leads</a>
      <a href="/attention">Attention</a>
      <a href="/webhooks">Webhooks</a>
      <a href="/audit">Audit</a>
    </nav>
    <form method="post" action="/logout">${csrfField(session)}<button type="submit">Log out</button></form>
  </header>`;
}

/** The hidden field that a form of a session carries. */
export function csrfField({ csrfToken }: Session): Html {
  return html`<input type="hidden" name="csrfToken" value="${csrfToken}" />`;
}

/** A table with its caption; it scrolls by itself when the screen is narrow. A column that holds numbers is set right. */
export function table(caption: Part, heading: readonly string[], rows: readonly (readonly Part[])[]): Html {
  const alignment = heading.map((_, column) =>
    rows.some((row) => typeof row[column] === 'number') ? html`class="number"` : html``,
  );
  const headingCells = heading.map((column, n) => html`<th scope="col" ${alignment[n]}>${column}</th>`);
  const cells = (row: readonly Part[]): Html[] =>
    row.map((content, n) =>
      n === 0 ? html`<th scope="row">${content}</th>` : html`<td ${alignment[n]}>${content}</td>`,
    );
  return html`<div class="scroll">
    <table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          ${headingCells}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${cells(row)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** An instant, for people and for programs. */
export function instant(time: Date): Html {
  const iso = time.toISOString();
  return html`<time datetime="${iso}">${iso.replace('T', ' ').replace('Z', ' UTC')}</time>`;
}
