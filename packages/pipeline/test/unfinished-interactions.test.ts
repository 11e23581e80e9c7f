import type { Stores } from '@sluice/store';
import { accepted, aSubmission, duringTests, putTenant } from '@sluice/testing';
import { completeOverdue, notifyInteraction, type Core } from '../src/index.js';
import { openPipeline } from './pipeline.js';

const world = duringTests(openPipeline);
let core: Core;
let stores: Stores;
beforeAll(async () => {
  ({ core } = world);
  ({ stores } = core);
  const settings = { webhooks: { url: 'https://hooks.example' } };
  await putTenant(stores.tenants, { tenantId: 'demo', name: 'Demo', settings });
});

async function aLead(leadId: string): Promise<void> {
  const lead = aSubmission({ submissionId: 'sub_1', leadId, data: {} });
  await stores.forTenant('demo').leads.ensure(accepted(lead).newLead);
}

const aMinuteAgo = () => new Date(stores.clock.now().getTime() - 60_000);
const record = (leadId: string, change: string, status: 'in_progress' | 'completed', at: Date) =>
  stores.forTenant('demo').interactions.record(
    {
      leadId,
      externalId: `of ${leadId}`,
      newInteractionId: '',
      change,
      given: { type: 'call', status },
      beginnings: { status: 'completed' },
    },
    at,
  );
const notified = async (leadId: string) =>
  (await stores.forTenant('demo').effects.onceForLead(leadId))
    .filter((effect) => effect.kind === 'webhook')
    .map(({ body }) => body.message?.data['status']);

describe('a recorded interaction', () => {
  it('is notified by the sweep, as it is then, if every process that recorded it died before', async () => {
    await aLead('lead_left');
    await record('lead_left', 'c1', 'in_progress', aMinuteAgo());
    await record('lead_left', 'c2', 'completed', aMinuteAgo());
    expect(await notified('lead_left')).toEqual([]);
    expect(await completeOverdue.interactionNotifications(core)).toBe(1);
    expect(await notified('lead_left')).toEqual(['completed']);
    expect(await completeOverdue.interactionNotifications(core)).toBe(0);
  });

  it('is not notified by the sweep at first, nor again once its request has done it', async () => {
    await aLead('lead_fresh');
    const fresh = await record('lead_fresh', 'c1', 'in_progress', stores.clock.now());
    expect(await completeOverdue.interactionNotifications(core)).toBe(0);
    const lead = await stores.forTenant('demo').leads.find('lead_fresh');
    await notifyInteraction(core, lead!, fresh!.interaction, fresh!.toNotify!);
    expect(await notified('lead_fresh')).toEqual(['in_progress']);
    // Another request says the same.
    expect(await record('lead_fresh', 'c2', 'in_progress', aMinuteAgo())).not.toHaveProperty(
      'toNotify',
      expect.anything(),
    );
    expect(await completeOverdue.interactionNotifications(core)).toBe(0);
  });

  it('stays as a later request left it when an earlier one is continued after a crash', async () => {
    await aLead('lead_again');
    const first = await record('lead_again', 'c1', 'in_progress', aMinuteAgo());
    await record('lead_again', 'c2', 'completed', aMinuteAgo());
    const again = await record('lead_again', 'c1', 'in_progress', stores.clock.now());
    expect(again?.interaction.status).toBe('completed');
    expect([first?.isNew, again?.isNew]).toEqual([true, true]);
    expect(await completeOverdue.interactionNotifications(core)).toBe(1);
    expect(await notified('lead_again')).toEqual(['completed']);
  });
});
