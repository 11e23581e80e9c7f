import { writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buyerServices } from '@sluice/local';
import { startInstallation, type Installation } from './installation/installation.js';

let installation: Installation;
let folder: string;
beforeAll(async () => {
  installation = await startInstallation({ services: buyerServices });
  folder = mkdtempSync(join(tmpdir(), 'sluice-files-'));
}, 90_000);
afterAll(async () => {
  await installation.stop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

/** Sends a file to a campaign that accepts a person more than once. */
async function send(name: string, content: string | Uint8Array, ...options: string[]) {
  const path = join(folder, name);
  writeFileSync(path, content);
  const { url, apiKey } = installation;
  return installation.sluice([
    'send',
    path,
    '--campaign',
    'ACMVA',
    '--key',
    apiKey,
    '--url',
    url,
    ...options,
  ]);
}

/** The names that the buyer received, in order. */
function sold(): readonly (string | null)[] {
  return installation.sink
    .received({ path: '/buyers/acme-form', limit: 1_000 })
    .map(({ body }) => new URLSearchParams(body))
    .map((form) => form.get('last_name') ?? form.get('lastName'))
    .toReversed();
}

const heading = 'firstName,lastName,email,phone';

describe('a file that a person sends', () => {
  it('and corrects sells nobody twice', async () => {
    const nina = 'Nina,Kaur,fx1@example.com,+14155558101';
    const first = await send('fix1.csv', `${heading}\n${nina}\nOmar,,fx2@example.com,+14155558102\n`);
    expect(first.code).toBe(0);
    expect(first.output).toMatch(
      /accepted +1\n.*delivered +1\n +refused +1 .*\n +line 3: lastName: is required/,
    );
    const second = await send('fix2.csv', `${heading}\n${nina}\nOmar,Diaz,fx2@example.com,+14155558102\n`);
    expect(second.output).toMatch(/accepted +2\n.*delivered +2\n +refused +0/);
    expect(sold()).toEqual(['Kaur', 'Diaz']);
  }, 90_000);

  it('reaches the buyer with every letter, or not at all', async () => {
    const before = sold().length;
    const bytes = Buffer.from(`${heading}\r\nZoë,O\x92Neil,c2x@example.com,+14155557002\r\n`, 'latin1');
    const refused = await send('cp1252.csv', bytes);
    expect(refused).toMatchObject({ code: 1, output: '' });
    expect(refused.errors).toMatch(/^cp1252\.csv, line 2, column 3 \(after "Zo"\): is not UTF-8; .*\n$/);
    expect(sold()).toHaveLength(before);
    expect(await send('cp1252.csv', bytes, '--encoding', 'windows-1252')).toMatchObject({ code: 0 });
    expect(sold().slice(before)).toEqual(['O’Neil']);
  }, 90_000);

  it('is refused row by row, in one line each and without a stack', async () => {
    const before = sold().length;
    const rows = [
      '"Bob ""Bo""",Ok,c20x@example.com,+14155557020',
      'Bob "Bo",Lee,c21x@example.com,+14155557021',
      'Ada,Lee,c23x@example.com,="14155557044"',
      '"Ada,Lee,c25x@example.com,+14155557025',
      ',,,',
      'José,Muñoz,c24x@example.com,+14155557024',
    ];
    const sent = await send('quotes.csv', `sep=,\r\n${heading},,\r\n${rows.join('\r\n')}\r\n`);
    expect(sent.code).toBe(0);
    expect(sent.errors).not.toMatch(/^ +at /m);
    expect(sent.output.split('\n').filter((line) => /^ {4}line/.test(line))).toEqual([
      expect.stringMatching(/^ {4}line 4: firstName: has a quote/),
      expect.stringMatching(/^ {4}line 5: phone: is an Excel formula/),
      expect.stringMatching(/^ {4}line 6: firstName: opens a quote in line 6/),
    ]);
    expect(new Set(sold().slice(before))).toEqual(new Set(['Ok', 'Muñoz']));
  }, 90_000);
});
