import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { duringEachTest } from '@sluice/testing';
import { leadIdOf, openSending, type Refusal, type Sending } from './loopback-interface.js';

const sending = duringEachTest(openSending);
let service: Sending['service'];
let folder: string;
let write: Sending['write'];
let send: Sending['send'];
beforeEach(async () => {
  ({ service, folder, write, send } = sending);
});

const refuseAll = (): Refusal => ({
  status: 400,
  code: 'VALIDATION_ERROR',
  details: ['phone: is required for a new lead', 'email: must be an email address'],
});

describe('sluice send with a file of leads', () => {
  const rows = ['firstName,address.city,isTest', 'Ada,Oakland,true', 'Ada,Oakland,false', 'Bo,,'];
  const bodies = [
    { campaignId: 'ACMRU', firstName: 'Ada', address: { city: 'Oakland' }, isTest: true },
    { campaignId: 'ACMRU', firstName: 'Ada', address: { city: 'Oakland' }, isTest: false },
    { campaignId: 'ACMRU', firstName: 'Bo' },
  ];
  const leads = bodies.map(({ campaignId: _, ...row }) => row);

  it.each([
    ['CSV', 'leads.csv', `${rows.join('\n')}\n`],
    ['CSV of another system', 'leads.csv', `\uFEFF${rows.join('\r\n')}\r\n\r\n`],
    ['NDJSON', 'leads.ndjson', leads.map((lead) => JSON.stringify(lead)).join('\n')],
    [
      'NDJSON of another system',
      'leads.jsonl',
      `\uFEFF${leads.map((lead) => JSON.stringify(lead)).join('\r\n')}\r\n`,
    ],
    ['a JSON array', 'leads.json', JSON.stringify(leads)],
    ['a JSON array on many lines', 'leads.json', `\uFEFF\n${JSON.stringify(leads, undefined, 2)}\n`],
    ['a JSON array under another name', 'leads.ndjson', JSON.stringify(leads)],
  ])('posts %s row by row', async (_what, name, text) => {
    const sent = await send(write(name, text));
    expect(sent).toMatchObject({ rows: 3, accepted: 3, refused: 0, unsent: 0, statuses: { delivered: 3 } });
    expect([...service.accepted.values()]).toEqual(expect.arrayContaining(bodies));
  });

  it("follows the leads of a supplier's key by what it is told of them", async () => {
    const sent = await send(write('leads.csv', `${rows.join('\n')}\n`), { apiKey: 'slk_supplier' });
    expect(sent).toMatchObject({ accepted: 3, unsent: 0, statuses: { accepted: 3 } });
  });

  it("asks with a supplier's key only about the leads that have not ended, in few requests", async () => {
    const people = Array.from({ length: 250 }, (_, n) => JSON.stringify({ firstName: `Ada${n}` }));
    const looked = () => service.asked.filter((asked) => asked !== 'list');
    // The last one ends once it was asked about three times.
    service.outcome = (n) => (n === 7 && looked().length < 3 ? 'pending' : 'accepted');
    const sent = await send(write('leads.ndjson', people.join('\n')), {
      apiKey: 'slk_supplier',
      waitMs: 60_000,
    });
    expect(sent).toMatchObject({ accepted: 250, statuses: { accepted: 250 } });
    // One shows whose key it is, and three are the pages of the whole list.
    expect(service.asked).toEqual([...Array.from({ length: 4 }, () => 'list'), ...looked()]);
    expect(looked()).toEqual(Array.from({ length: 3 }, () => leadIdOf(7)));
    // Six at two a second, less what the first may have been on its way.
    expect(service.askedAt.at(-1)! - service.askedAt[1]!).toBeGreaterThan(1_250);
  });

  it("tells with a supplier's key what it knows when it is interrupted in the middle of a list", async () => {
    const people = Array.from({ length: 250 }, (_, n) => JSON.stringify({ firstName: `Ada${n}` }));
    const interrupt = new AbortController();
    service.outcome = (n) => {
      if (service.asked.length === 3) interrupt.abort();
      return n === 7 ? 'pending' : 'accepted';
    };
    const sent = await send(write('leads.ndjson', people.join('\n')), {
      apiKey: 'slk_supplier',
      waitMs: 3_600_000,
      interrupt: interrupt.signal,
    });
    expect(sent).toMatchObject({ accepted: 250, statuses: { accepted: 249, pending: 1 } });
  });

  it('posts a single lead on several lines', async () => {
    expect(await send(write('lead.json', JSON.stringify(leads[0], undefined, 2)))).toMatchObject({
      accepted: 1,
    });
    expect([...service.accepted.values()]).toEqual([bodies[0]]);
  });
});

describe('sluice send with invalid rows', () => {
  it('writes them with their reasons to a rejects file, in order, which can be corrected and sent', async () => {
    service.answer = refuseAll;
    const file = write('leads.csv', 'firstName,notes\nAda,"says ""hi"", twice"\nBo,x\n');
    const sent = await send(file);
    expect(sent).toMatchObject({ rows: 2, accepted: 0, refused: 2, unsent: 0, statuses: {} });
    const rejects = join(folder, 'leads.rejects.csv');
    expect(sent.rejectsFile).toBe(rejects);
    const reasons = 'phone: is required for a new lead; email: must be an email address';
    expect(readFileSync(rejects, 'utf8')).toBe(
      `firstName,notes,reasons\nAda,"says ""hi"", twice",${reasons}\nBo,x,${reasons}\n`,
    );
    expect(await send(rejects)).toMatchObject({
      rows: 2,
      refused: 2,
      rejectsFile: join(folder, 'leads.rejects.rejects.csv'),
    });
    expect(readFileSync(join(folder, 'leads.rejects.rejects.csv'), 'utf8')).toBe(
      readFileSync(rejects, 'utf8'),
    );
  });

  it('reports rows that cannot be leads, without sending them', async () => {
    const csv = await send(write('short.csv', 'firstName,lastName\nAda\n'));
    expect(csv).toMatchObject({ rows: 1, refused: 1 });
    const ndjson = await send(write('leads.ndjson', '{"firstName":"Ada","injury":"yes"}\n\nnonsense\n[1]\n'));
    expect(ndjson).toMatchObject({ rows: 3, refused: 3 });
    const lines = readFileSync(join(folder, 'leads.rejects.ndjson'), 'utf8').trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { reasons: string[] }).reasons)).toEqual([
      [expect.stringMatching(/^injury: is not a field of a lead/)],
      ['row: is not a JSON object'],
      ['row: is not a JSON object'],
    ]);
    expect(service.accepted.size).toBe(0);
  });
});

describe('sluice send sends nothing', () => {
  it.each([
    ['an unknown column', 'firstName,emial\nAda,a@b.example\n', /emial: is not a field of a lead/],
    ['a column twice', 'firstName,firstName\nAda,Bo\n', /firstName: appears twice/],
    [
      'an open quote and no other row',
      'firstName\n"Ada\n',
      /leads\.csv: is not a CSV file: line 2: .* quote in line 2/,
    ],
    ['a mistyped column', 'firstName,Surname\nAda,x\n', /Surname: .*did you mean lastName\?/],
    ['no rows', 'firstName\n', /has no rows/],
  ])('of a file with %s', async (_what, text, problem) => {
    await expect(send(write('leads.csv', text))).rejects.toThrow(problem);
    expect(service.accepted.size).toBe(0);
  });

  it('without an existing file, campaign, key and service', async () => {
    const file = write('leads.csv', 'firstName\nAda\n');
    await expect(send(join(folder, 'none.csv'))).rejects.toThrow('There is no file');
    await expect(send(file, { campaignId: 'GONE' })).rejects.toThrow('There is no campaign GONE');
    await expect(send(file, { apiKey: 'slk_bad' })).rejects.toThrow('The key is not accepted');
    expect(service.accepted.size).toBe(0);
  });
});

describe('the rows of sluice send', () => {
  it('that fail temporarily are retried under the same key, however long a rate limit lasts', async () => {
    service.answer = (_body, n) =>
      n <= 30
        ? { status: 429, code: 'RATE_LIMITED' }
        : n <= 34
          ? { status: 503, code: 'SERVICE_UNAVAILABLE' }
          : refuseAll();
    const sent = await send(write('leads.csv', 'firstName\nAda\n'));
    expect(sent).toMatchObject({ refused: 1, unsent: 0 });
  });

  it('of unknown outcome are reported as not sent, and the others are sent', async () => {
    service.answer = ({ firstName }) =>
      firstName === 'Bo' ? { status: 500, code: 'INTERNAL_ERROR' } : refuseAll();
    const sent = await send(write('leads.csv', 'firstName\nAda\nBo\nCy\n'));
    expect(sent).toMatchObject({ rows: 3, refused: 2, unsent: 1, unsentBecause: 'INTERNAL_ERROR' });
  });

  it('are not sent after an interruption', async () => {
    const interruption = new AbortController();
    service.answer = (_body, n) => void (n === 100 && interruption.abort());
    const rows = Array.from({ length: 1_000 }, (_, n) => `Ada${n}`).join('\n');
    const sent = await send(write('leads.csv', `firstName\n${rows}\n`), { interrupt: interruption.signal });
    expect(sent).toMatchObject({ rows: 1_000, refused: 0, unsentBecause: 'interrupted' });
    expect(sent.accepted).toBe(service.accepted.size);
    expect(sent.accepted).toBeLessThan(300);
    expect(sent.accepted + sent.unsent).toBe(1_000);
  });

  it('are not sent once the API key stops working', async () => {
    service.answer = () => ({ status: 401, code: 'UNAUTHORIZED' });
    const rows = Array.from({ length: 500 }, (_, n) => `Ada${n}`).join('\n');
    const sent = await send(write('leads.csv', `firstName\n${rows}\n`));
    expect(sent).toMatchObject({ rows: 500, accepted: 0, unsent: 500 });
    expect(sent.unsentBecause).toMatch(/The key no longer works/);
    expect(existsSync(join(folder, 'leads.rejects.csv'))).toBe(false);
  });
});
