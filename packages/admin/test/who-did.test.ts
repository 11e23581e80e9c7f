/** What a caller is shown of who did something: members of a tenant never the name of an operator. */
import {
  adminApplyCatalog,
  adminCloseCircuit,
  adminDecideReturn,
  adminExportRecords,
  adminGetBuyer,
  adminGetLeadTimeline,
  adminGetTenantNow,
  adminHoldInstallation,
  adminHoldTenant,
  adminListBuyers,
  adminListCircuits,
  adminListLedger,
  adminListTenantHolds,
  adminOpenCircuit,
  adminPlanCatalog,
  adminReleaseInstallation,
  adminReleaseTenant,
  adminRequestReturn,
  adminRetryBuyer,
  adminRevealLead,
  deliveryEndpointSchema,
} from '@sluice/contracts';
import { duringTests, eventually, putItem } from '@sluice/testing';
import { openAdminApi } from './admin-api.js';
import { aLead } from './a-lead.js';
import { aBuyer, aCampaign, aSoldLead } from './catalog.js';

const world = duringTests(openAdminApi);
const alpha = { tenantId: 'alpha' };
const params = { ...alpha, receiver: 'ep_one' };
const [operator, member, unnamed] = [
  'who may administer',
  'the manager of alpha',
  'an operator of the installation',
];
let key = '';
beforeAll(async () => {
  key = await world.memberKey({ ...alpha, role: 'manager' });
  await putItem(
    world.stores.forTenant('alpha').deliveryEndpoints,
    'ep_one',
    deliveryEndpointSchema.parse({ deliveryEndpointId: 'ep_one', url: 'https://buyer.example/leads' }),
  );
});

describe('an operator', () => {
  it('who keeps a circuit open is named to operators, and not to members', async () => {
    const body = { reason: 'they migrate' };
    await world.call(adminOpenCircuit, { params, body });
    const shown = async (caller?: string) => {
      const as = { params, ...(caller !== undefined && { key: caller }) };
      const { circuits } = (await world.call(adminListCircuits, { ...as, params: alpha })).data;
      const { buyers } = (await world.call(adminListBuyers, { ...as, params: alpha })).data;
      const { buyer, circuit } = (await world.call(adminGetBuyer, as)).data;
      return [circuits[0]?.byHand?.by, buyers[0]?.openedBy?.by, buyer.openedBy?.by, circuit[0]?.by];
    };
    expect(await shown()).toEqual([operator, operator, operator, operator]);
    expect(await shown(key)).toEqual([unnamed, unnamed, unnamed, unnamed]);
    const { error } = await world.call(adminRetryBuyer, { params, key });
    expect(error?.message).toBe(
      `${unnamed} keeps the circuit of ep_one open (they migrate): close it first.`,
    );
    await world.call(adminCloseCircuit, { params });
    await world.call(adminOpenCircuit, { params, body, key });
    expect(await shown(key)).toEqual([member, member, member, member]);
    expect(await shown()).toEqual([member, member, member, member]);
    await world.call(adminCloseCircuit, { params });
  });

  it('who put a hold is not named to members, whom their findings and holds tell of it', async () => {
    await world.call(adminHoldTenant, { params: alpha, body: { reason: 'wrong buyer' } });
    const again = async (caller: string) =>
      (await world.call(adminHoldTenant, { params: alpha, body: { reason: 'ours' }, key: caller })).error
        ?.message;
    expect(await again(key)).toContain(`by ${unnamed}: “wrong buyer”`);
    expect(await again(world.keys.operate)).toContain(`by ${operator}: “wrong buyer”`);
    await world.call(adminReleaseTenant, { params: alpha });
    const ours = { by: member, reason: 'ours' };
    await world.call(adminHoldTenant, { params: alpha, body: { reason: 'ours' }, key });
    await world.call(adminHoldInstallation, { body: { reason: 'beta is wrong' } });
    const listed = async (caller: string) =>
      (await world.call(adminListTenantHolds, { params: alpha, key: caller })).data.holds;
    expect(await listed(key)).toMatchObject([{ tenantId: null, by: unnamed, reason: '' }, ours]);
    expect(await listed(world.keys.view)).toMatchObject([{ by: operator, reason: 'beta is wrong' }, ours]);
    const seen = async () => {
      const { findings } = (await world.call(adminGetTenantNow, { params: alpha, key })).data;
      const holds = findings.filter(({ kind }) => kind === 'on_hold');
      return holds.map(({ id, headline, todo, actions }) => [
        id,
        headline,
        todo?.includes('only an operator can'),
        actions.map(({ label }) => label),
      ]);
    };
    const own = ['hold.alpha', `Outbound calls of alpha on hold by ${member} (“ours”)`, false];
    expect(await seen()).toEqual(
      expect.arrayContaining([
        ['hold', `All outbound calls on hold by ${unnamed}`, true, []],
        [...own, ['Release calls']],
      ]),
    );
    await world.call(adminReleaseInstallation);
    await eventually('the end of the hold', async () => (await seen()).length === 1);
    await world.call(adminHoldTenant, { params: alpha, body: { reason: 'a move' } });
    await eventually('the finding of the operator’s hold', async () => {
      const [[, headline, saysWho, offered] = []] = await seen();
      return headline === `Outbound calls of alpha on hold by ${unnamed} (“a move”)`
        ? { saysWho, offered }
        : undefined;
    }).then((shown) => expect(shown).toEqual({ saysWho: true, offered: [] }));
    await world.call(adminReleaseTenant, { params: alpha });
    await world.call(adminReleaseTenant, { params: alpha });
  });

  it('who revealed a lead is named to operators in its timeline, and not to members', async () => {
    const { leadId } = await aLead(world.stores, 'ACMRU', { firstName: 'Ada' });
    await world.call(adminRevealLead, { params: { ...alpha, leadId } });
    await world.call(adminRevealLead, { params: { ...alpha, leadId }, key });
    const people = async (caller?: string) => {
      const as = { params: { ...alpha, leadId }, ...(caller !== undefined && { key: caller }) };
      const text = JSON.stringify((await world.call(adminGetLeadTimeline, as)).data.moments);
      return [operator, member, unnamed].map((name) => text.includes(name));
    };
    expect(await people()).toEqual([true, true, false]);
    expect(await people(key)).toEqual([false, true, true]);
  });

  it('who requested and decided a return is named to operators in ledger and export, and not to members', async () => {
    await aBuyer(world.stores);
    const free = aCampaign('FREE', { returns: { windowDays: 365 } });
    await putItem(world.stores.forTenant('alpha').campaigns, 'FREE', free);
    const owner = await world.memberKey({ ...alpha, role: 'owner' });
    const returned = async (by: string) => {
      const leadId = await aSoldLead(world.stores, 'FREE');
      const body = { leadId, reason: 'gone' };
      const { returnId } = (await world.call(adminRequestReturn, { params: alpha, body, key: by })).data;
      const decision = { params: { ...alpha, returnId }, body: { decision: 'approved' }, key: by };
      expect((await world.call(adminDecideReturn, decision)).status).toBe(200);
      return leadId;
    };
    const leads = [await returned(world.keys.administer), await returned(owner)];
    const shown = async (as: string) => {
      const booked = await Promise.all(
        leads.map(async (leadId) => {
          const asked = { params: alpha, query: { leadId, type: 'return' }, key: as };
          return (await world.call(adminListLedger, asked)).data.entries.map(({ by }) => by);
        }),
      );
      const path = `${adminExportRecords.path.replace('{tenantId}', 'alpha')}?kinds=ledger,returns`;
      const exported = await fetch(world.url + path, { headers: { 'X-Admin-Key': as } });
      const lines = (await exported.text())
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { leadId?: string; by?: string; decidedBy?: string });
      const people = (of: string) =>
        lines.filter(({ leadId }) => leadId === of).flatMap(({ by, decidedBy }) => [by, decidedBy]);
      return [booked.flat(), ...leads.map((of) => [...new Set(people(of))].filter(Boolean))];
    };
    const theirs = 'the owner of alpha';
    expect(await shown(world.keys.administer)).toEqual([[operator, theirs], [operator], [theirs]]);
    expect(await shown(owner)).toEqual([[unnamed, theirs], [unnamed], [theirs]]);
  });

  it('who changed the tenant meanwhile is named to operators whose file is late, and not to members', async () => {
    const owner = await world.memberKey({ ...alpha, role: 'owner' });
    const file = (valueSetId: string, name: string) => {
      const valueSets = [{ valueSetId, name, values: ['x'] }];
      return { file: JSON.stringify({ tenantId: 'alpha', name: 'Alpha', valueSets }) };
    };
    const conflict = async (late: string, meanwhile: string, id: string) => {
      const mine = file(id, 'mine');
      const { plan } = (await world.call(adminPlanCatalog, { params: alpha, body: mine, key: late })).data;
      await world.call(adminApplyCatalog, { params: alpha, body: file(id, 'theirs'), key: meanwhile });
      const body = { ...mine, plan };
      const { error } = await world.call(adminApplyCatalog, { params: alpha, body, key: late });
      return error?.details?.join();
    };
    const { administer } = world.keys;
    expect(await conflict(owner, administer, 'vs_one')).toContain(`${unnamed}: `);
    expect(await conflict(administer, owner, 'vs_two')).toContain('the owner of alpha: ');
    expect(await conflict(administer, administer, 'vs_three')).toContain(`${operator}: `);
  });
});
