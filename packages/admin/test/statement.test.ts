/** The statement of a client for operators: what it answers, what it refuses, and who reads notes. */
import { clientSchema, adminGetStatement, adminGetStatementCsv, adminListLedger } from '@sluice/contracts';
import { aSale, duringTests, putItem } from '@sluice/testing';
import { openAdminApi } from './admin-api.js';
import { aBuyer, client } from './catalog.js';

const world = duringTests(openAdminApi);
const params = { tenantId: 'alpha' };
const inMonth = { occurredAt: new Date('2026-10-15T12:00:00Z') };
beforeAll(async () => {
  await aBuyer(world.stores);
  const { clients, ledger } = world.stores.forTenant('alpha');
  const idle = clientSchema.parse({ ...client, clientId: 'cli_idle', name: 'Idle' });
  await putItem(clients, 'cli_idle', idle);
  await ledger.book(aSale('one', inMonth));
  await ledger.book({
    ...aSale('two', inMonth),
    entryId: 'adj_1',
    type: 'adjustment',
    minor: -250,
    note: 'agreed with Ada',
    by: 'Grace',
  });
});

const statement = (query: Record<string, string>, key?: string) =>
  world.call(adminGetStatement, { params, query: { clientId: 'cli_acme', ...query }, key });

describe('the statement of a client', () => {
  it('has the sums of the month, its entries with the names of their campaigns, and the ledger’s range', async () => {
    const { data } = await statement({ month: '2026-10' });
    expect(data).toMatchObject({
      clientName: 'Acme',
      month: '2026-10',
      sums: [{ currency: 'USD', sales: { entries: 1, amount: 42.5 }, due: 40 }],
    });
    expect(data.entries.map(({ campaignName }) => campaignName)).toEqual(['Acme ACMRU', 'Acme ACMRU']);
    const { from, to, clientId } = data;
    const listed = await world.call(adminListLedger, { params, query: { clientId, from, to } });
    expect(listed.data.entries.map(({ entryId }) => entryId)).toEqual(
      data.entries.map(({ entryId }) => entryId),
    );
  });

  it('shows notes to those only who may ask about people, as its CSV does', async () => {
    const [owner, analyst] = [
      await world.memberKey({ ...params, role: 'owner' }),
      await world.memberKey({ ...params, role: 'analyst' }),
    ];
    const notesOf = async (key: string) =>
      (await statement({ month: '2026-10' }, key)).data.entries.map(({ note }) => note);
    for (const key of [world.keys.operate, owner]) expect(await notesOf(key)).toContain('agreed with Ada');
    for (const key of [world.keys.view, analyst]) expect(await notesOf(key)).toEqual([undefined, undefined]);
    const csvOf = async (key: string) => {
      const query = { clientId: 'cli_acme', month: '2026-10' };
      return (await world.call(adminGetStatementCsv, { params, query, key })).data.csv;
    };
    for (const key of [world.keys.operate, owner]) expect(await csvOf(key)).toContain('agreed with Ada');
    for (const key of [world.keys.view, analyst]) expect(await csvOf(key)).not.toContain('Ada');
  });

  it('of a client without sales has nothing due', async () => {
    const { data } = await statement({ clientId: 'cli_idle', month: '2026-10' });
    expect(data).toMatchObject({ clientName: 'Idle', sums: [], entries: [], nextCursor: null });
  });

  it('is of the last month unless another one is named', async () => {
    const [unnamed, last, now] = [await statement({}), await statement({ month: 'last' }), new Date()];
    expect(unnamed.data.month).toBe(last.data.month);
    expect(unnamed.data.month < now.toISOString().slice(0, 7)).toBe(true);
    expect((await statement({ month: 'this' })).data.month > unnamed.data.month).toBe(true);
  });

  it.each([
    ['a month that does not exist', { month: '2026-13' }, /^month: must be a month/],
    ['a day', { month: '2026-10-01' }, /^month: must be a month/],
    ['a client that does not exist', { clientId: 'cli_nobody' }, /^clientId: does not exist$/],
    ['no client', { clientId: '' }, /^clientId: /],
    ['a parameter that it does not know', { when: 'now' }, /when/],
  ])('is refused for %s, in words', async (_what, query, problem) => {
    const { status, error } = await statement(query);
    expect([status, error?.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(error?.details).toEqual([expect.stringMatching(problem)]);
  });
});
