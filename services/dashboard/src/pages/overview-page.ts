/** The overview: queues and their workers, what is overdue, and how many leads have which status. */
import type { Overview } from '../overview.js';
import type { Session } from '../login/sessions.js';
import { html, type Html, type Part } from './html.js';
import { durationText, instant, page, table } from './layout.js';

const OLD_MS = 60_000;

export function overviewPage({ at, queues, lag, tenants }: Overview, session: Session): Html {
  return page(
    'Overview',
    html`<p class="quiet">As of ${instant(at)}. <a href="/">Look again</a></p>
      ${queues ? queueTable(queues) : absent('Redis does not answer: accepted leads wait in MongoDB until it does.')}
      ${lag ? outbox(lag) : absent('MongoDB does not answer: the gateway takes no leads until it does.')}
      ${tenants?.map(tenantTable)}`,
    session,
  );
}

function absent(sentence: string): Html {
  return html`<p class="notice bad" role="alert">${sentence}</p>`;
}

function queueTable(queues: NonNullable<Overview['queues']>): Html {
  return table(
    'Queues and their services',
    ['Queue', 'Workers', 'Waiting', 'Oldest waiting', 'Active', 'Delayed', 'Failed'],
    queues.map(({ name, workers, waiting, oldestWaitingMs, active, delayed, failed, paused }) => [
      html`<a href="/board/queue/${name}">${name}</a> ${paused && html`<span class="warn">paused</span>`}`,
      workers > 0 ? workers : html`<span class="bad">none</span>`,
      waiting,
      waiting === 0 ? '–' : age(oldestWaitingMs),
      active,
      delayed,
      failed > 0 ? html`<span class="bad">${failed}</span>` : 0,
    ]),
  );
}

function age(ms: number): Part {
  const text = durationText(ms);
  return ms > OLD_MS ? html`<span class="bad">${text}</span>` : text;
}

function outbox({ overdue, oldestMs }: NonNullable<Overview['lag']>): Html {
  const state =
    overdue === 0
      ? html`<span class="good">nothing is overdue</span>`
      : html`<span class="${oldestMs > OLD_MS ? 'bad' : 'warn'}">
          ${overdue} submissions are overdue, the first by ${durationText(oldestMs)}
        </span>`;
  return html`<p>Outbox: ${state}.</p>`;
}

function tenantTable({ tenantId, name, counts }: NonNullable<Overview['tenants']>[number]): Html {
  if (!counts) return absent(`The leads of ${name} (${tenantId}) could not be counted.`);
  const counted = Object.entries(counts.statuses);
  if (counted.length === 0) return html`<p>Tenant ${name} (${tenantId}) has no leads yet.</p>`;
  return table(
    html`Leads of ${name} (${tenantId}), counted ${instant(counts.at)}`,
    ['Status', 'Leads'],
    counted.map(([status, count]) => [status, count]),
  );
}
