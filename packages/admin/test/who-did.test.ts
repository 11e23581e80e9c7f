/** What a caller is shown of who did something: members of a tenant never the name of an operator. */
import {
  adminCloseCircuit,
  adminGetBuyer,
  adminGetLeadTimeline,
  adminHoldTenant,
  adminListBuyers,
  adminListCircuits,
  adminOpenCircuit,
  adminReleaseTenant,
  adminRetryBuyer,
  adminRevealLead,
  deliveryEndpointSchema,
} from '@sluice/contracts';
import { duringTests, putItem } from '@sluice/testing';
import { openAdminApi } from './admin-api.js';
import { aLead } from './a-lead.js';

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

  it('who put a hold on a tenant is not named to the member who puts another', async () => {
    await world.call(adminHoldTenant, { params: alpha, body: { reason: 'wrong buyer' } });
    const again = async (caller: string) =>
      (await world.call(adminHoldTenant, { params: alpha, body: { reason: 'ours' }, key: caller })).error
        ?.message;
    expect(await again(key)).toContain(`by ${unnamed}: “wrong buyer”`);
    expect(await again(world.keys.operate)).toContain(`by ${operator}: “wrong buyer”`);
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
});
