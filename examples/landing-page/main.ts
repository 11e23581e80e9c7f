/** A landing page with its backend: shows the form, and sends what is filled in to Sluice. */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { submitForm, type Form } from './submit.js';

const { PORT = '8080', SLUICE_URL = 'http://127.0.0.1:3000', SLUICE_KEY = '' } = process.env;
const service = { baseUrl: SLUICE_URL, apiKey: SLUICE_KEY };

const server = createServer((request, response) => {
  const show = (status: number, content: string) =>
    response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8' }).end(page(content));
  const { pathname, searchParams } = new URL(`http://page${request.url}`);
  if (pathname !== '/') return void show(404, '<p>There is nothing here.</p>');
  if (request.method !== 'POST') return void show(200, formFor(searchParams));
  text(request)
    .then(async (body) => {
      const form = Object.fromEntries(new URLSearchParams(body)) as unknown as Form;
      // Without it, all forms would be one lead.
      if (!form.requestId) return show(422, '<p>The form lacks its requestId.</p>');
      const told = await submitForm(form, service);
      if ('problems' in told) return show(422, `<p>Please correct:</p>${list(told.problems)}`);
      const isKnown = told.outcome === 'duplicate';
      return show(
        200,
        `<p>${isKnown ? 'We have your request already.' : 'Thank you. We will be in touch.'}</p>`,
      );
    })
    .catch((failure: unknown) => {
      console.error(failure);
      show(503, '<p>Please try again later.</p>');
    });
});
server.listen(Number(PORT), '127.0.0.1', () => console.log(`Listening on http://127.0.0.1:${PORT}`));

/** The form, which names itself once, and where the visitor came from: `/?site=spring-page&click=click-1`. */
function formFor(from: URLSearchParams): string {
  const hidden = { requestId: randomUUID(), site: from.get('site') ?? '', click: from.get('click') ?? '' };
  const asked = { firstName: 'First name', lastName: 'Last name', email: 'E-mail', phone: 'Phone' };
  return `<form method="post">
    ${Object.entries(hidden)
      .map(([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`)
      .join('')}
    ${Object.entries(asked)
      .map(([name, label]) => `<label>${label} <input name="${name}" required></label>`)
      .join('')}
    <button>Ask for a call</button>
  </form>`;
}

const list = (lines: readonly string[]) =>
  `<ul>${lines.map((line) => `<li>${escaped(line)}</li>`).join('')}</ul>`;

const page = (content: string) => `<!doctype html>
<html lang="en">
  <title>Were you injured?</title>
  <meta name="viewport" content="width=device-width">
  <style>body { font: 1rem system-ui; max-width: 24rem; margin: 2rem auto } label, button { display: block; margin: 1rem 0 }</style>
  <h1>Were you injured?</h1>
  ${content}
</html>`;

const escaped = (word: string) => word.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
