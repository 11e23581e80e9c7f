/** An affiliate's tracker: takes postbacks, and shows by site what became of its leads and what they earn. */
import { createServer } from 'node:http';

const { PORT = '8083' } = process.env;

interface Told {
  readonly site: string;
  readonly outcome: string;
  readonly payout: number;
}

/** What was told last of each lead: the same again changes nothing, and a return replaces the sale. */
const told = new Map<string, Told>();

interface Counts {
  accepted: number;
  rejected: number;
  duplicate: number;
  returned: number;
  payout: number;
}

function countsBySite(): Record<string, Counts> {
  const sites = new Map<string, Counts>();
  for (const { site, outcome, payout } of told.values()) {
    const counts = sites.get(site) ?? { accepted: 0, rejected: 0, duplicate: 0, returned: 0, payout: 0 };
    sites.set(site, counts);
    if (isOutcome(outcome)) counts[outcome] += 1;
    counts.payout += payout;
  }
  return Object.fromEntries(sites);
}

const isOutcome = (word: string): word is 'accepted' | 'rejected' | 'duplicate' | 'returned' =>
  ['accepted', 'rejected', 'duplicate', 'returned'].includes(word);

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(`http://tracker${request.url}`);
  const value = (name: string) => searchParams.get(name) ?? '';
  if (pathname === '/postback') {
    told.set(value('lead'), { site: value('site'), outcome: value('o'), payout: Number(value('p')) || 0 });
    response.writeHead(204).end();
  } else if (pathname === '/counts') {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(countsBySite()));
  } else {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page(countsBySite()));
  }
});
server.listen(Number(PORT), '127.0.0.1', () => console.log(`Listening on http://127.0.0.1:${PORT}`));

function page(sites: Record<string, Counts>): string {
  const heads = ['Site', 'Accepted', 'Rejected', 'Duplicate', 'Returned', 'Payout'];
  const rows = Object.entries(sites).map(([site, { accepted, rejected, duplicate, returned, payout }]) =>
    row('td', [site || 'none', accepted, rejected, duplicate, returned, payout.toFixed(2)]),
  );
  return `<!doctype html>
<html lang="en">
  <title>Leads by site</title>
  <meta name="viewport" content="width=device-width" />
  <style>body { font: 1rem system-ui; margin: 2rem } td, th { padding: 0.4rem 1rem; text-align: left }</style>
  <h1>Leads by site</h1>
  <table><thead>${row('th', heads)}</thead><tbody>${rows.join('')}</tbody></table>
</html>`;
}

function row(cell: 'td' | 'th', values: readonly (string | number)[]): string {
  return `<tr>${values.map((value) => `<${cell}>${escaped(String(value))}</${cell}>`).join('')}</tr>`;
}

const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
