import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LedgerEntry } from '@sluice/contracts';
import { aSale, duringTests } from '@sluice/testing';
import { setTimeout as pause } from 'node:timers/promises';
import { endedLead } from './ended-leads.js';
import { openDemoCommand } from './command.js';

const world = duringTests(openDemoCommand);
// The days of a list are those of the tenant's zone, and the sales here are of fixed instants.
beforeAll(async () => {
  const { configurations, tenants } = world.stores;
  const { settings, ...demo } = (await tenants.find('demo'))!;
  const version = (await configurations.version('demo')) + 1;
  await tenants.putPlanned({ ...demo, settings: { ...settings, timezone: 'UTC' } }, version);
});

const of = () => world.stores.forTenant('demo');

/** A lead that was delivered; with a sale, one that the ledger knows. */
async function sold(n: string, sale?: Partial<LedgerEntry>): Promise<void> {
  await endedLead(world.stores, n, { status: 'delivered' });
  if (!sale) return;
  const at = new Date('2026-11-15T17:00:00Z');
  await of().ledger.book(aSale(n, { reference: `B-${n}`, occurredAt: at, receivedAt: at, ...sale }));
}

/** Books a correction, or the return, of a lead's sale. */
async function booked(n: string, type: 'adjustment' | 'return', minor: number): Promise<void> {
  const sale = (await of().ledger.lastSale(`lead_${n}`))!;
  await of().ledger.book({ ...sale, entryId: `sub_${n}.${type}`, type, minor });
}

const reconciling = async (lines: readonly string[], ...flags: string[]) => {
  const file = join(world.folder, 'bought.csv');
  writeFileSync(file, lines.join('\r\n'));
  return world.sluice(['ledger', 'reconcile', file, '--tenant', 'demo', ...flags]);
};
const linesOf = (output: string) => output.trimEnd().split('\n');
const adjustments = async () =>
  (await of().ledger.page({ type: 'adjustment' }, 100)).entries.filter(
    ({ entryId }) => entryId !== 'sub_corrected.adjustment',
  );
const totalOf = async (leadId: string) =>
  (await of().ledger.page({ leadId }, 100)).entries.reduce((sum, { minor }) => sum + minor, 0);

describe("sluice ledger reconcile with a buyer's list", () => {
  beforeAll(async () => {
    await sold('same', {});
    await sold('less', { minor: 4_000 });
    await sold('lost');
    await sold('yen', { currency: 'JPY', minor: 1_250 });
    await sold('dinar');
    await sold('other', { currency: 'EUR' });
    await sold('unlisted', {});
    await sold('givenback', {});
    await sold('before', { occurredAt: new Date('2026-10-31T00:00:00Z') });
    await sold('theirs', { clientId: 'cli_bo' });
    await sold('two', { reference: 'B-both' });
    await sold('three', { reference: 'B-both' });
    await sold('corrected', {});
    await booked('givenback', 'return', -4_250);
    await booked('corrected', 'adjustment', -4_250);
  }, 60_000);

  // As a spreadsheet writes it in Germany: a mark, semicolons, decimal commas.
  const file = [
    '\uFEFFReference;leadId;Amount;Currency;Date;their column',
    'B-same;;42,50;USD;2026-11-15;1',
    'B-less;;"1.042,50 $";usd;2026-11-15T18:00;2',
    ';lead_lost;55,00 €;EUR;2026-11-16;3',
    'B-yen;lead_yen;1250;JPY;2026-11-16;4',
    ';lead_dinar;1,125;KWD;2026-11-16;5',
    'B-other;;42,50;USD;2026-11-17;6',
    'B-none;;10;USD;2026-11-17;7',
    'B-both;;42,50;USD;2026-11-17;8',
    ';lead_none;10;USD;2026-11-17;9',
    ';;10;USD;2026-11-17;10',
    'B-same;;42.505;USD;2026-11-17;11',
    'B-same;;42,50;USX;2026-11-17;12',
    'B-same;;-1;USD;2026-11-17;13',
    'B-same;;42,50;USD;17.11.2026;14',
  ];
  const found = [
    'line 2: matched, $42.50',
    'line 3: amount differs, the buyer has $1,042.50, the ledger $40.00; lead_less',
    'line 4: missing here, €55.00; lead_lost',
    'line 5: matched, ¥1,250',
    'line 6: missing here, KWD 1,125.000; lead_dinar',
    'line 7: amount differs, the buyer has $42.50, the ledger €42.50; lead_other; the currencies differ, which only a person can correct',
    'line 8: unknown; the reference belongs to no sale',
    'line 9: ambiguous; the reference belongs to several sales',
    'line 10: unknown; there is no such lead',
    'line 11: refused; leadId: or reference is required',
    'line 12: refused; amount: must have at most 2 decimals in USD',
    'line 13: refused; currency: must be an ISO 4217 currency code',
    'line 14: refused; amount: is not readable as an amount in USD',
    'line 15: refused; date: must be YYYY-MM-DD',
    'missing there: lead_unlisted, $42.50, sold 2026-11-15T17:00:00.000Z',
    'EUR: the buyer has €55.00, the ledger €42.50, a difference of €12.50',
    'JPY: the buyer has ¥1,250, the ledger ¥1,250, a difference of ¥0',
    'KWD: the buyer has KWD 1,125.000, the ledger KWD 0.000, a difference of KWD 1,125.000',
    'USD: the buyer has $1,190.00, the ledger $125.00, a difference of $1,065.00',
    '2 matched, 2 missing here, 2 with another amount, 0 returned, 0 of unknown outcome, 1 missing there, 2 unknown, 1 ambiguous, 5 refused; nothing was booked',
  ];

  it('names each difference, and writes nothing', async () => {
    const { code, output, errors } = await reconciling(file, '--client', 'cli_acme');
    expect(errors).toBe('');
    const texts = linesOf(output);
    // Both sales of the ambiguous reference are not listed for sure.
    expect(texts.filter((line) => !/^missing there: lead_(two|three),/.test(line)).slice(0, 15)).toEqual(
      found.slice(0, 15),
    );
    expect(code).toBe(1);
    expect(await adjustments()).toEqual([]);
  }, 60_000);

  it('books the differences once with --book, with a note and a name, and then they match', async () => {
    const booked = linesOf((await reconciling(file, '--client', 'cli_acme', '--book')).output);
    expect(booked[1]).toMatch(
      /^line 3: amount differs, .*; lead_less; booked lead_less\.reconcile\.[0-9a-f]{32}$/,
    );
    expect(booked.at(-1)).toMatch(/; 3 adjustments were booked$/);
    const entries = await adjustments();
    expect(
      entries
        .map(({ leadId, minor, currency, clientId, note }) => [leadId, minor, currency, clientId, note])
        .sort(),
    ).toEqual([
      [
        'lead_dinar',
        1_125_000,
        'KWD',
        'cli_acme',
        "the buyer's list has KWD 1,125.000 on 16 Nov 2026, the ledger had no sale",
      ],
      [
        'lead_less',
        100_250,
        'USD',
        'cli_acme',
        "the buyer's list has $1,042.50 on 15 Nov 2026, the ledger had $40.00",
      ],
      [
        'lead_lost',
        5_500,
        'EUR',
        'cli_acme',
        "the buyer's list has €55.00 on 16 Nov 2026, the ledger had no sale",
      ],
    ]);
    expect(entries.every(({ by }) => (by ?? '') !== '')).toBe(true);
    const again = linesOf((await reconciling(file, '--client', 'cli_acme', '--book')).output);
    expect([again[1], again[2], again[4]]).toEqual([
      'line 3: matched, $1,042.50',
      'line 4: matched, €55.00',
      'line 6: matched, KWD 1,125.000',
    ]);
    expect(await adjustments()).toHaveLength(3);
    const [entry] = await world.stores.audit.page({}, 1);
    expect(entry).toMatchObject({ action: 'adminReconcileLedger', outcome: 'done' });
  }, 60_000);

  it('books nothing more for a row whose difference was booked and then corrected by a person', async () => {
    const [booked] = (await adjustments()).filter(({ leadId }) => leadId === 'lead_lost');
    await of().ledger.book({ ...booked!, entryId: 'adj_person', minor: -500, occurredAt: new Date() });
    const { code, output } = await reconciling(file, '--client', 'cli_acme', '--book');
    expect(linesOf(output)[2]).toBe(
      `line 4: amount differs, the buyer has €55.00, the ledger €50.00; lead_lost; ${booked!.entryId} was booked for this row before; the ledger has changed since`,
    );
    expect(code).toBe(1);
    expect(await totalOf('lead_lost')).toBe(5_000);
  }, 60_000);

  it('lists the entries of the ledger, newest first, by its filters', async () => {
    const list = async (...filters: string[]) =>
      (await world.sluice(['ledger', 'list', '--tenant', 'demo', ...filters])).output;
    expect(linesOf(await list('--lead', 'lead_same'))).toEqual([
      expect.stringMatching(/^OCCURRED +TYPE +AMOUNT +LEAD +CAMPAIGN +CLIENT$/),
      expect.stringMatching(/^2026-11-15T17:00:00\.000Z +sale +\$42\.50 +lead_same +ACMRU +cli_acme$/),
    ]);
    expect(JSON.parse(await list('--type', 'sale', '--limit', '2', '--json'))).toHaveLength(2);
    expect(await list('--type', 'gift')).toBe('No matching entries.\n');
  }, 60_000);

  it('is all right when both sides agree, as JSON too', async () => {
    const lines = ['leadId,amount,currency,date', 'lead_same,42.50,USD,2026-11-15'];
    const { code, output } = await reconciling(lines, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({
      booked: false,
      rows: [{ place: 'line 2', result: 'matched', leadId: 'lead_same', saleId: 'sub_same.sale' }],
      sums: [{ currency: 'USD', buyer: 42.5, ledger: 42.5 }],
    });
  }, 60_000);

  it('calls two rows about one sale ambiguous, and books neither', async () => {
    const lines = [
      'leadId,reference,amount,currency,date',
      'lead_unlisted,,50,USD,2026-11-15',
      ',B-unlisted,60,USD,2026-11-15',
    ];
    const { code, output } = await reconciling(lines, '--book');
    expect(linesOf(output).slice(0, 2)).toEqual([
      'line 2: ambiguous; lead_unlisted; line 3 is about the same sale',
      'line 3: ambiguous; lead_unlisted; line 2 is about the same sale',
    ]);
    expect(code).toBe(1);
    expect(await totalOf('lead_unlisted')).toBe(4_250);
  }, 60_000);

  it('refuses a day that does not exist, so that it hides no sale that the buyer lacks', async () => {
    const lines = [
      'leadId,amount,currency,date',
      'lead_same,42.50,USD,2026-11-31',
      'lead_less,40,USD,2026-11-15',
    ];
    const { output } = await reconciling(lines, '--client', 'cli_acme');
    expect(linesOf(output)[0]).toBe('line 2: refused; date: there is no 2026-11-31');
    expect(output).toContain('missing there: lead_unlisted,');
  }, 60_000);

  it('compares only the sales to the client that is named', async () => {
    const lines = ['leadId,amount,currency,date', 'lead_theirs,42.50,USD,2026-11-15'];
    expect(linesOf((await reconciling(lines)).output)[0]).toBe('line 2: matched, $42.50');
    expect(linesOf((await reconciling(lines, '--client', 'cli_acme')).output)[0]).toBe(
      'line 2: missing here, $42.50; lead_theirs',
    );
    const { code, errors } = await reconciling(lines, '--client', 'cli_nobody');
    expect([code, errors]).toEqual([1, expect.stringContaining('clientId: does not exist')]);
  }, 60_000);

  it.each([
    [['amount,currency,date', '1,USD,2026-11-15'], 'it names neither leadId nor reference'],
    [['leadId,currency,date', 'a,USD,2026-11-15'], 'it does not name amount'],
    [['leadId,amount,amount,currency,date', 'a,1,2,USD,2026-11-15'], 'amount appears twice'],
    [['leadId,amount,currency,date'], 'has no rows'],
  ])('refuses the file %j as a whole', async (lines, problem) => {
    const { code, errors } = await reconciling(lines);
    expect(code).toBe(1);
    expect(errors).toContain(problem);
  });
});

it('books each row exactly once, wherever the command is killed and however often it is repeated', async () => {
  const leads = Array.from({ length: 60 }, (_, n) => `k${n}`);
  await Promise.all(leads.map((n) => endedLead(world.stores, n, { status: 'failed', reason: 'timeout' })));
  const file = join(world.folder, 'killed.csv');
  const rows = leads.map((n) => `lead_${n},42.50,USD,2026-09-15`);
  writeFileSync(file, ['leadId,amount,currency,date', ...rows].join('\n'));
  const command = ['ledger', 'reconcile', file, '--tenant', 'demo', '--client', 'cli_acme', '--book'];
  const before = (await adjustments()).length;
  const bookedNow = async () => (await adjustments()).length - before;
  await world.sluice(command, {}, (child) => {
    void (async () => {
      while ((await bookedNow()) < 5 && child.exitCode === null) await pause(1);
      child.kill('SIGKILL');
    })();
  });
  const half = await bookedNow();
  expect(half).toBeGreaterThanOrEqual(5);
  expect(half).toBeLessThan(leads.length);
  await Promise.all([world.sluice(command), world.sluice(command)]);
  expect(await world.sluice(command)).toMatchObject({ code: 0, errors: '' });
  const totals = await Promise.all(leads.map((n) => totalOf(`lead_${n}`)));
  expect(totals).toEqual(leads.map(() => 4_250));
  expect(await bookedNow()).toBe(leads.length);
}, 180_000);
