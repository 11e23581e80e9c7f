/** The totals and tables of the ledger and of returns: what the filters match, and nothing that people wrote for viewers. */
import {
  adminGetLedgerCsv,
  adminGetLedgerTotals,
  adminGetReturnsCsv,
  adminGetReturnTotals,
  adminListLedger,
  adminListReturns,
  adminRequestReturn,
} from '@sluice/contracts';
import { accepted, aSale, aSubmission, duringTests, putItem } from '@sluice/testing';
import { openAdminApi } from './admin-api.js';
import { aBuyer, aCampaign } from './catalog.js';

const world = duringTests(openAdminApi);
const params = { tenantId: 'alpha' };
beforeAll(async () => {
  await aBuyer(world.stores);
  const { campaigns, ledger } = world.stores.forTenant('alpha');
  await putItem(campaigns, 'FREE', aCampaign('FREE', { returns: { windowDays: 365 } }));
  const at = world.stores.clock.now();
  const of = { campaignId: 'FREE', occurredAt: at, receivedAt: at };
  for (const [n, currency] of ['USD', 'USD', 'EUR'].entries()) {
    const submission = aSubmission({ tenantId: 'alpha', submissionId: `sub_${n}`, campaignId: 'FREE' });
    await world.stores.accept(accepted(submission));
    await ledger.book(aSale(String(n), { ...of, currency, leadId: submission.leadId }));
    if (n > 0) continue;
    const body = { leadId: submission.leadId, reason: 'Ada moved away', note: 'rang twice' };
    await world.call(adminRequestReturn, { params, body });
  }
  const adjustment = { entryId: 'adj_1', type: 'adjustment', minor: -250, note: 'agreed with Ada' } as const;
  await ledger.book({ ...aSale('x', of), ...adjustment });
});

describe('the totals of the ledger', () => {
  const totals = async (query: Record<string, string>) =>
    (await world.call(adminGetLedgerTotals, { params, query, key: world.keys.view })).data.totals;

  it('add up by currency what the filters match', async () => {
    expect((await totals({})).map(({ currency, revenue }) => [currency, revenue])).toEqual([
      ['EUR', 42.5],
      ['USD', 82.5],
    ]);
    expect(await totals({ type: 'adjustment' })).toMatchObject([
      { currency: 'USD', adjustments: { entries: 1, amount: -2.5 }, sales: { entries: 0 } },
    ]);
    expect(await totals({ campaignId: 'NONE' })).toEqual([]);
    expect(await totals({ from: 'yesterday' })).toEqual([]);
  });
});

describe('the CSV of the ledger', () => {
  const part = async (query: Record<string, string>, key?: string) =>
    (await world.call(adminGetLedgerCsv, { params, query, key })).data;

  it('has a line for each entry, in parts as whole, with the names of campaigns and clients', async () => {
    const whole = await part({ bom: 'true' });
    expect(whole.nextCursor).toBeNull();
    const [heading, ...lines] = whole.csv.trimEnd().split('\r\n');
    expect(heading).toMatch(/^\uFEFFdate,time,type,amount,currency,/);
    expect(lines).toHaveLength(4);
    for (const line of lines) expect(line).toContain(',FREE,Acme FREE,');
    for (const line of lines) expect(line).toContain(',cli_acme,Acme,');
    const parts: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const read = await part({ bom: 'true', limit: '3', ...(cursor && { cursor }) });
      parts.push(read.csv);
      cursor = read.nextCursor;
    }
    expect(parts).toHaveLength(2);
    expect(parts.join('')).toBe(whole.csv);
  });

  it('has notes for the role operate only', async () => {
    expect((await part({}, world.keys.operate)).csv).toContain('agreed with Ada');
    expect((await part({}, world.keys.view)).csv).not.toContain('Ada');
  });
});

describe('the lists of the ledger and of returns', () => {
  it('have the names of what their page names by ids, and no others', async () => {
    const { data } = await world.call(adminListLedger, { params, query: { limit: '2' } });
    const known = { campaigns: { FREE: 'Acme FREE' }, clients: { cli_acme: 'Acme' } };
    expect(data.names).toMatchObject(known);
    expect((await world.call(adminListReturns, { params })).data.names).toMatchObject(known);
    const none = await world.call(adminListLedger, { params, query: { leadId: 'lead_none' } });
    expect(none.data).toMatchObject({ entries: [], names: { campaigns: {}, clients: {}, offers: {} } });
  });
});

describe('returns', () => {
  it('are added up by status and currency', async () => {
    const totals = async (query: Record<string, string>) =>
      (await world.call(adminGetReturnTotals, { params, query })).data.totals;
    expect(await totals({})).toEqual([
      {
        currency: 'USD',
        requested: { returns: 1, amount: 42.5 },
        approved: { returns: 0, amount: 0 },
        denied: { returns: 0, amount: 0 },
        withdrawn: { returns: 0, amount: 0 },
      },
    ]);
    expect(await totals({ status: 'approved' })).toEqual([]);
    expect(await totals({ status: 'lost' })).toEqual([]);
  });

  it('have a CSV, with what people wrote for the role operate only', async () => {
    const csv = async (key: string) =>
      (await world.call(adminGetReturnsCsv, { params, query: {}, key })).data.csv;
    expect(await csv(world.keys.operate)).toMatch(
      /,requested,42\.5,USD,.*,FREE,Acme FREE,cli_acme,Acme,Ada moved away,rang twice,/,
    );
    const viewed = await csv(world.keys.view);
    expect(viewed).toContain(',requested,42.5,USD,');
    expect(viewed).not.toMatch(/Ada|rang/);
  });
});
