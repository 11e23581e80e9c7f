/** A buyer's list and a file of returns that are uploaded: the preview writes nothing, and what cannot be read is said. */
import {
  adminCreateAdjustment,
  adminImportReturnsFile,
  adminReconcileFile,
  adminReconcileLedger,
  ApiError,
} from '@sluice/contracts';
import { shownEntry } from '@sluice/pipeline';
import { duringTests, putItem } from '@sluice/testing';
import { reconcileList } from '../src/ledger/reconcile-list.js';
import { openAdminApi } from './admin-api.js';
import { aBuyer, aCampaign, aSoldLead } from './catalog.js';

const world = duringTests(openAdminApi);
const params = { tenantId: 'alpha' };
const of = () => world.stores.forTenant('alpha');
beforeAll(async () => {
  await aBuyer(world.stores);
  await putItem(of().campaigns, 'LISTS', aCampaign('LISTS', { returns: { reasons: ['wrong_number'] } }));
});

const sold = () => aSoldLead(world.stores, 'LISTS');

const base64 = (text: string | Uint8Array) => Buffer.from(text).toString('base64');
const today = () => world.stores.clock.now().toISOString().slice(0, 10);
const entries = async () => (await of().ledger.page({}, 1_000)).entries.length;

const reconcile = (text: string | Uint8Array, more: object = {}, key?: string) =>
  world.call(adminReconcileFile, { params, body: { file: base64(text), ...more }, key });
const importReturns = (text: string, more: object = {}) =>
  world.call(adminImportReturnsFile, { params, body: { file: base64(text), ...more } });

describe('a list that is uploaded', () => {
  it('is compared row by row without a booking, a broken row beside the others, and booked once on request', async () => {
    const [matched, other, unlisted] = [await sold(), await sold(), await sold()];
    const list = [
      'leadId;amount;currency;date',
      `${matched};42,50;USD;${today()}`,
      `${other};55;USD;${today()}`,
      `${other};55`,
      `${matched};a lot;USD;${today()}`,
      `lead_none;1;USD;2026-02-30`,
    ].join('\r\n');
    const before = await entries();
    const { data } = await reconcile(list, { clientId: 'cli_acme' });
    expect(data.rows.map(({ place, result }) => [place, result])).toEqual([
      ['line 2', 'matched'],
      ['line 3', 'amount_differs'],
      ['line 4', 'refused'],
      ['line 5', 'refused'],
      ['line 6', 'refused'],
    ]);
    expect(data.rows.map(({ why }) => why)).toEqual([
      undefined,
      undefined,
      'row: has 2 cells, but the header has 4',
      'amount: is not readable as an amount in USD',
      'date: there is no 2026-02-30',
    ]);
    expect(data.missingThere?.map(({ leadId }) => leadId)).toEqual([unlisted]);
    expect(data.sums).toEqual([{ currency: 'USD', buyer: 97.5, ledger: 127.5 }]);
    expect(await entries()).toBe(before);

    for (const booked of [1, 0]) {
      const again = await reconcile(list, { clientId: 'cli_acme', book: true }, world.keys.operate);
      expect(again.data.rows.filter(({ entryId }) => entryId !== undefined)).toHaveLength(booked);
    }
    expect(await entries()).toBe(before + 1);
    const [audited] = await world.stores.audit.page({}, 1);
    expect(audited).toMatchObject({ action: 'adminReconcileFile', about: { clientId: 'cli_acme' } });
  });

  it('counts a sale once that two rows are about, and of a sale that it lacks what corrections have left', async () => {
    const [twice, lacking] = [await sold(), await sold()];
    const list = `leadId,amount,currency,date\n${`${twice},42.50,USD,${today()}\n`.repeat(2)}`;
    expect((await reconcile(list)).data.sums).toEqual([{ currency: 'USD', buyer: 85, ledger: 42.5 }]);
    const ledgerSum = async () =>
      (await reconcile(list, { clientId: 'cli_acme' })).data.sums.find(({ currency }) => currency === 'USD')
        ?.ledger ?? 0;
    const before = await ledgerSum();
    const body = { leadId: lacking, amount: -10, currency: 'USD', note: 'A discount' };
    expect((await world.call(adminCreateAdjustment, { params, body })).status).toBe(201);
    expect(await ledgerSum()).toBeCloseTo(before - 10);
  });

  it('is about the days of the rows that found a lead, of which there are at most 400', async () => {
    const [one, other] = [await sold(), await sold()];
    const list = (leadId: string) =>
      `leadId,amount,currency,date\n${one},42.50,USD,${today()}\n${leadId},42.50,USD,1990-01-01\n`;
    const { data } = await reconcile(list('lead_none'), { clientId: 'cli_acme' });
    expect(data.rows.map(({ result }) => result)).toEqual(['matched', 'unknown']);
    const { error } = await reconcile(list(other), { clientId: 'cli_acme' });
    expect(error?.details).toEqual([
      expect.stringMatching(/^file: its days reach from 1990-01-01 to .*at most 400 days/),
    ]);
  });

  it('that lacks too many sales, or whose caller has gone, is not booked', async () => {
    const [one, other] = [await sold(), await sold()];
    const row = { leadId: one, amount: '50', currency: 'USD', date: today() };
    const sales = (await of().ledger.page({}, 1_000)).entries;
    const lacking = sales.filter(({ leadId }) => leadId === other).map((entry) => shownEntry(entry));
    let booked = 0;
    const gone = new AbortController();
    const run = (missing: number) =>
      reconcileList(
        {
          compare: async (rows, book) => {
            if (book) booked += 1;
            return rows.map(({ leadId }) => ({ result: 'amount_differs' as const, leadId }));
          },
          entries: async function* ({ type }) {
            if (type === 'sale') yield* lacking;
            gone.abort();
          },
        },
        [{ place: 'line 2', row, problems: [] }],
        { clientId: 'cli_acme', book: true, atOnce: 10, bounds: { days: 1, missing }, signal: gone.signal },
      );
    await expect(run(0)).rejects.toThrow(ApiError);
    await expect(run(1)).rejects.toThrow(/aborted/);
    expect(booked).toBe(0);
  });

  it('gets the same answers as its rows', async () => {
    const leadId = await sold();
    const row = { leadId, amount: '50', currency: 'USD', date: today() };
    const list = `leadId,amount,currency,date\n${Object.values(row).join(',')}\n`;
    const uploaded = (await reconcile(list)).data.rows;
    const { data } = await world.call(adminReconcileLedger, { params, body: { rows: [row] } });
    expect(uploaded).toEqual(data.rows.map((answered) => ({ place: 'line 2', ...answered })));
  });

  it.each([
    ['a workbook', Uint8Array.of(0x50, 0x4b, 3, 4), /is an Excel workbook or a ZIP archive, not a text file/],
    ['another encoding', Uint8Array.of(0x61, 0xfc), /is not UTF-8; .*or name its encoding/],
    ['no rows', 'leadId,amount,currency,date\n', /the file has no rows/],
    [
      'a heading without a column',
      'leadId,amount\nlead_1,1\n',
      /its header in line 1: it does not name currency/,
    ],
    [
      'too many rows',
      `leadId,amount,currency,date\n${'l,1,USD,2026-01-01\n'.repeat(2_001)}`,
      /the file has more than 2000 rows/,
    ],
  ])('is refused whole for %s', async (_what, text, problem) => {
    const { status, error } = await reconcile(text);
    expect([status, error?.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(error?.details).toEqual([expect.stringMatching(/^file: /)]);
    expect(error?.details?.[0]).toMatch(problem);
  });

  it('is refused for what is no file, an encoding that nobody knows, an unknown client, and the role view', async () => {
    for (const file of ['not base64!', 'YW=Jj', 'YWJ=jYWI', 'YWJjY'])
      expect((await world.call(adminReconcileFile, { params, body: { file } })).error?.details).toEqual([
        'file: must be base64',
      ]);
    expect((await reconcile('a\n', { encoding: 'nonsense' })).error?.details).toEqual([
      expect.stringMatching(/^file: encoding nonsense is not an encoding known here/),
    ]);
    expect((await reconcile('a\n', { clientId: 'cli_none' })).error?.details).toEqual([
      'clientId: does not exist',
    ]);
    expect((await reconcile('a\n', {}, world.keys.view)).error?.code).toBe('FORBIDDEN');
  });

  it('of 15 MB is refused as too large', async () => {
    const { status, error } = await reconcile(Buffer.alloc(15_000_000, 'a'));
    expect([status, error]).toMatchObject([
      413,
      { code: 'PAYLOAD_TOO_LARGE', message: 'Request body is too large' },
    ]);
  });
});

describe('a file of returns that is uploaded', () => {
  it('is foreseen without a request, and requested once', async () => {
    const [leadId, other] = [await sold(), await sold()];
    const file = `leadId,reason\n${leadId},wrong_number\n${leadId},wrong_number\n${other},too dear\n`;
    const results = async (dryRun: boolean) => {
      const { rows } = (await importReturns(file, { dryRun })).data;
      return rows.map(({ place, result }) => `${place}: ${result}`);
    };
    const expected = ['line 2: accepted', 'line 3: duplicate', 'line 4: refused'];
    expect(await results(true)).toEqual(expected);
    expect((await of().returns.page({ leadId }, 10)).returns).toEqual([]);
    expect(await results(false)).toEqual(expected);
    expect(await results(false)).toEqual(['line 2: duplicate', ...expected.slice(1)]);
    expect((await of().returns.page({ leadId }, 10)).returns).toHaveLength(1);
  });

  it('of 80 kB with thousands of broken quotes is refused at once', async () => {
    const began = performance.now();
    const { error } = await importReturns(`leadId,reason\n${'a,"\nc,d\n",x\nz,z\n'.repeat(5_000)}`);
    expect(error?.details).toEqual([expect.stringMatching(/^file: the file has more than 1000 rows/)]);
    expect(performance.now() - began).toBeLessThan(3_000);
  });

  it('may have a column without a name at the end, and formulas only in columns that are left out', async () => {
    const leadId = await sold();
    const file = `leadId,reason,extra,\n${leadId},wrong_number,"=""1"""\n"=""lead_1""",wrong_number,\n`;
    const { rows } = (await importReturns(file, { dryRun: true })).data;
    expect(rows.map(({ result, why }) => [result, why])).toEqual([
      ['accepted', undefined],
      ['refused', 'leadId: is an Excel formula (="…"); keep only its value'],
    ]);
  });

  it('is refused whole for a heading without a reason', async () => {
    const { error } = await importReturns('leadId\nlead_1\n');
    expect(error?.details).toEqual([expect.stringMatching(/^file: nothing was imported.*reason/)]);
  });
});
