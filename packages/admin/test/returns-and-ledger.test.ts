/** Returns and the ledger for operators: who may what, who is named, and who reads what people wrote. */
import {
  adminCreateAdjustment,
  adminDecideReturn,
  adminListLedger,
  adminListReturns,
  adminReconcileLedger,
  adminRequestReturn,
} from '@sluice/contracts';
import { duringTests, putItem } from '@sluice/testing';
import { aBuyer, aCampaign, aSoldLead } from './catalog.js';
import { openAdminApi } from './admin-api.js';

const world = duringTests(openAdminApi);
beforeAll(async () => {
  await aBuyer(world.stores);
  await putItem(of().campaigns, 'FREE', aCampaign('FREE', { returns: { windowDays: 365 } }));
  await putItem(of().campaigns, 'LISTS', aCampaign('LISTS', { returns: { reasons: ['wrong_number'] } }));
});

const params = { tenantId: 'alpha' };
const of = () => world.stores.forTenant('alpha');
const operator = () => ({ key: world.keys.operate });

const sold = (campaignId: string) => aSoldLead(world.stores, campaignId);

describe('a return', () => {
  it('is requested and decided once by an operator, whom the ledger and the audit name', async () => {
    const leadId = await sold('FREE');
    const body = { leadId, reason: 'Ada moved away', note: 'rang twice' };
    const asked = await world.call(adminRequestReturn, { params, body, ...operator() });
    expect(asked.data).toMatchObject({ status: 'requested', leadId, amount: 42.5, note: 'rang twice' });
    const { returnId } = asked.data;
    const ofReturn = { ...params, returnId };
    const decide = (decision: string) =>
      world.call(adminDecideReturn, {
        params: ofReturn,
        body: { decision, note: 'heard it' },
        ...operator(),
      });
    const answers = await Promise.all([decide('approved'), decide('denied'), decide('withdrawn')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const [audited] = (await world.stores.audit.page({}, 20)).filter(
      ({ action, outcome }) => action === 'adminDecideReturn' && outcome === 'done',
    );
    expect(audited).toMatchObject({ who: 'who may operate', about: { returnId }, result: { leadId } });
    expect(JSON.stringify(await world.stores.audit.page({}, 20))).not.toMatch(
      /rang twice|heard it|moved away/,
    );
  });

  it('is refused to the role view, which, like an analyst, reads no words that people wrote', async () => {
    const free = await sold('FREE');
    const listed = await sold('LISTS');
    const request = (body: object, key: string) => world.call(adminRequestReturn, { params, body, key });
    const viewer = world.keys.view;
    expect((await request({ leadId: free, reason: 'x' }, viewer)).error?.code).toBe('FORBIDDEN');
    await request({ leadId: free, reason: 'Ada moved away', note: 'rang' }, world.keys.operate);
    await request({ leadId: listed, reason: 'wrong_number', note: 'rang' }, world.keys.operate);
    const read = async (leadId: string, key: string) => {
      const { data } = await world.call(adminListReturns, { params, query: { leadId }, key });
      return data.returns.map(({ reason, note }) => [reason, note]);
    };
    for (const key of [viewer, await world.memberKey({ ...params, role: 'analyst' })])
      expect([await read(free, key), await read(listed, key)]).toEqual([
        [[undefined, undefined]],
        [['wrong_number', undefined]],
      ]);
    for (const key of [world.keys.operate, await world.memberKey({ ...params, role: 'manager' })])
      expect(await read(free, key)).toEqual([['Ada moved away', 'rang']]);
  });

  it('is refused for the same causes as over the interface', async () => {
    const leadId = await sold('ACMRU');
    const { error } = await world.call(adminRequestReturn, { params, body: { leadId, reason: 'x' } });
    expect(error).toMatchObject({ code: 'INVALID_STATE', details: [expect.stringMatching(/^no_returns: /)] });
    const missing = { params: { ...params, returnId: 'ret_none' }, body: { decision: 'denied' } };
    expect((await world.call(adminDecideReturn, missing)).status).toBe(404);
  });

  it('that a filter cannot match is not listed', async () => {
    const listed = async (query: Record<string, string>) =>
      (await world.call(adminListReturns, { params, query })).data.returns.length;
    expect(await listed({ campaignId: 'LISTS' })).toBe(1);
    const unmatched: readonly Record<string, string>[] = [
      { status: 'lost' },
      { from: 'yesterday' },
      { clientId: 'cli_none' },
      { cursor: 'x' },
    ];
    for (const query of unmatched) expect(await listed(query)).toBe(0);
  });
});

describe('the ledger', () => {
  it('takes a correction by an operator, whose note neither the role view nor an analyst reads', async () => {
    const leadId = await sold('FREE');
    const body = { leadId, amount: -2.5, currency: 'USD', note: 'agreed with Ada' };
    const refused = await world.call(adminCreateAdjustment, { params, body, key: world.keys.view });
    expect(refused.error?.code).toBe('FORBIDDEN');
    const booked = await world.call(adminCreateAdjustment, { params, body, ...operator() });
    expect(booked).toMatchObject({
      status: 201,
      data: { amount: -2.5, by: 'who may operate', note: body.note },
    });
    const read = async (key: string) => {
      const { data } = await world.call(adminListLedger, { params, query: { leadId }, key });
      return data.entries.map(({ amount, note }) => [amount, note]);
    };
    const [operates, owns] = [world.keys.operate, await world.memberKey({ ...params, role: 'owner' })];
    for (const key of [operates, owns])
      expect(await read(key)).toEqual([
        [-2.5, 'agreed with Ada'],
        [42.5, undefined],
      ]);
    for (const key of [world.keys.view, await world.memberKey({ ...params, role: 'analyst' })])
      expect(await read(key)).toEqual([
        [-2.5, undefined],
        [42.5, undefined],
      ]);
  });

  it("is compared with a buyer's list without an entry in the audit, and booked with one", async () => {
    const leadId = await sold('FREE');
    const rows = [{ leadId, amount: '50', currency: 'USD', date: '2026-11-15' }];
    const compared = await world.call(adminReconcileLedger, { params, body: { rows }, ...operator() });
    expect(compared.data.rows).toMatchObject([{ result: 'amount_differs', ledgerAmount: 42.5 }]);
    const actions = async () => (await world.stores.audit.page({}, 5)).map(({ action }) => action);
    expect(await actions()).not.toContain('adminReconcileLedger');
    await world.call(adminReconcileLedger, { params, body: { rows, book: true }, ...operator() });
    const [entry] = await world.stores.audit.page({}, 1);
    expect(entry).toMatchObject({
      action: 'adminReconcileLedger',
      about: { rows: '1' },
      result: { booked: 1 },
    });
  });

  it('keeps no words in a difference that is booked for a person who was erased', async () => {
    const leadId = await sold('FREE');
    await of().removal.erase(leadId);
    const rows = [{ leadId, amount: '50', currency: 'USD', date: '2026-11-15' }];
    await world.call(adminReconcileLedger, { params, body: { rows, book: true } });
    const { entries } = await of().ledger.page({ leadId, type: 'adjustment' }, 10);
    expect(entries.map(({ minor, note }) => [minor, note])).toEqual([[750, undefined]]);
  });
});
