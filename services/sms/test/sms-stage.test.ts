import type { LeadData } from '@sluice/contracts';
import { newId } from '@sluice/process';
import { duringTests, frozenBefore, putTenant } from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';
import type { SmsDeps } from '../src/deps.js';
import { smsStage } from '../src/sms-stage.js';

const world = duringTests(openWorld);
let deps: SmsDeps;
beforeAll(async () => {
  const noVendor = {
    send: () => Promise.reject(new Error('no vendor is called')),
    close: () => undefined,
  };
  deps = { ...world.core, outbound: noVendor, encryptionKeys: [], publicUrl: undefined };
  const settings = { webhooks: { url: 'https://hooks.example' } };
  await putTenant(deps.stores.tenants, { tenantId: 'demo', name: 'Demo', settings });
});

const mine = () => deps.stores.forTenant('demo');
const now = () => deps.stores.clock.now();

/** A message to be sent, in the conversation of a lead. */
async function aMessage({
  data = {},
  ...more
}: { to?: string; provider?: 'console' | 'twilio'; data?: LeadData } = {}) {
  const ids = { leadId: newId('lead'), messageId: newId('message'), interactionId: newId('interaction') };
  const { leadId, messageId, interactionId } = ids;
  const [at, submissionId, campaignId] = [now(), newId('submission'), 'ACMRU'];
  const lead = { tenantId: 'demo', leadId, campaignId, data, isTest: false, status: 'new' as const };
  await mine().leads.ensure({
    lead: { ...lead, createdAt: at, updatedAt: at, lastSubmissionId: submissionId },
    search: [],
  });
  const timestamp = at.toISOString();
  const sent = { to: '+14155550188', message: 'Hello', provider: 'console' as const, ...more };
  await mine().interactions.begin({ interactionId, leadId, type: 'sms', status: 'in_progress' }, at);
  await mine().messages.add({
    messageId,
    leadId,
    interactionId,
    direction: 'outbound',
    ...sent,
    status: 'queued',
    createdAt: timestamp,
    updatedAt: timestamp,
  });
  const entry = { timestamp, role: 'agent', message: sent.message, source: 'manual', messageId } as const;
  await mine().interactions.append(interactionId, entry, { provider: 'console', messageId }, at);
  const body = { messageId, interactionId, ...sent };
  const eventId = newId('event');
  await mine().effects.plan(
    {
      effectId: messageId,
      kind: 'sms',
      eventId,
      submissionId,
      leadId,
      campaignId,
      trigger: 'explicit',
      body,
    },
    at,
    at,
  );
  const effect = () => mine().effects.find(messageId);
  return {
    ...ids,
    run: (by = deps) => smsStage.run({ tenantId: 'demo', effectId: messageId }, by, { first: true }),
    /** The vendor reports on the message. */
    reports: (status: 'sent' | 'delivered') =>
      mine().messages.progress(
        messageId,
        { status, providerMessageId: 'V1' },
        ['queued', 'sent', 'failed'],
        now(),
      ),
    /** A worker claimed the first attempt and then died. */
    claimedByTheDead: () =>
      mine().attempts.claim(
        { submissionId: messageId, generation: 0 },
        {
          n: 1,
          url: 'console',
          startedAt: new Date(0),
          leaseUntil: new Date(1),
        },
      ),
    statesOf: async () => ({
      effect: (await effect())?.status,
      message: (await mine().messages.find(messageId))?.status,
      error: (await mine().interactions.find(interactionId))?.errorCode,
      notifiedAsFailed: (await mine().effects.find(`${messageId}.sms.failed`)) !== undefined,
    }),
  };
}

it.each(['+447911123456', '+4407911123456', '(415) 555-0189'])(
  'a message to %s is not sent once its number has opted out, however it is spelled',
  async (to) => {
    const known = to.startsWith('+') ? '+447911123456' : '+14155550189';
    await mine().messages.optOut(known, newId('message'), now());
    const { run, statesOf } = await aMessage({ to });
    await run();
    expect(await statesOf()).toMatchObject({ effect: 'failed', message: 'failed', error: 'opted_out' });
  },
);

it('a refusal because of an opt-out takes effect, even if the worker that received it died', async () => {
  const { messageId, claimedByTheDead, run, statesOf } = await aMessage({
    to: '+4407911123457',
    provider: 'twilio',
  });
  await claimedByTheDead();
  const outcome = { kind: 'rejected', endedAt: now(), durationMs: 1, reason: '21610' } as const;
  await mine().attempts.conclude({ submissionId: messageId, generation: 0 }, 1, outcome);
  await run();
  expect(await statesOf()).toMatchObject({ effect: 'failed', error: '21610' });
  expect(await mine().messages.hasOptedOut('+447911123457')).toBe(true);
});

describe('an SMS message whose worker died during the call', () => {
  it('has failed, and is not sent again, when it is unknown whether the vendor has it', async () => {
    const { claimedByTheDead, run, statesOf } = await aMessage();
    await claimedByTheDead();
    await run();
    expect(await statesOf()).toEqual({
      effect: 'failed',
      message: 'failed',
      error: 'unknown_outcome',
      notifiedAsFailed: true,
    });
  });

  it.each(['sent', 'delivered'] as const)('is sent when the vendor has reported it as %s', async (status) => {
    const { claimedByTheDead, reports, run, statesOf } = await aMessage();
    await claimedByTheDead();
    await reports(status);
    await run();
    expect(await statesOf()).toEqual({
      effect: 'done',
      message: status,
      error: undefined,
      notifiedAsFailed: false,
    });
  });

  it('is sent when the vendor reports it as delivered while it is recorded as failed', async () => {
    const { claimedByTheDead, reports, run, statesOf } = await aMessage();
    await claimedByTheDead();
    const stores = frozenBefore(deps.stores, 'interactions', 'noteOutcome', () => reports('delivered'));
    await run({ ...deps, stores });
    expect(await statesOf()).toEqual({
      effect: 'done',
      message: 'delivered',
      error: undefined,
      notifiedAsFailed: false,
    });
  });
});

it('a worker that was frozen before its call until its lease expired sends no SMS message', async () => {
  const { run, statesOf, messageId } = await aMessage();
  let frozenMs = 0;
  const stores = frozenBefore(deps.stores, 'messages', 'hasOptedOut', async () => {
    frozenMs = 60_000;
  });
  const clock = { now: () => new Date(now().getTime() + frozenMs) };
  const outcome = await run({ ...deps, stores: { ...stores, clock } });
  expect(await statesOf()).toMatchObject({ effect: 'due', message: 'queued' });
  expect((await mine().attempts.of(messageId))[0]?.outcome).toMatchObject({
    kind: 'retry',
    reason: 'not_sent',
  });
  // The next attempt follows at once.
  expect(outcome.againAt!.getTime()).toBeLessThanOrEqual(clock.now().getTime());
  await run();
  expect(await statesOf()).toMatchObject({ effect: 'done', message: 'sent' });
});

it('a message is not sent beside another worker that sends it, although a frozen one has noted a call that it did not make', async () => {
  const { run, statesOf, messageId } = await aMessage();
  const of = { submissionId: messageId, generation: 0 };
  const claim = (n: number, startedAt: Date, leaseUntil: Date) =>
    mine().attempts.claim(of, { n, url: 'console', startedAt, leaseUntil });
  const before = new Date(now().getTime() - 120_000);
  await claim(1, before, before);
  await mine().attempts.conclude(of, 1, { kind: 'retry', endedAt: before, durationMs: 1 });
  const later = new Date(now().getTime() + 60_000);
  for (const error of ['http_503', 'not_sent']) {
    const attempt = { at: before, durationMs: 1, outcome: 'retry' as const, error };
    await mine().effects.progress(messageId, { status: 'due', attempt, dueAt: later }, now());
  }
  await claim(2, now(), later);
  expect(await run()).toMatchObject({ outcome: 'attempt_under_way' });
  expect(await statesOf()).toMatchObject({ effect: 'due', message: 'queued' });
});

it('a message whose attempt a build before recorded under another time is sent once', async () => {
  const { run, statesOf, messageId } = await aMessage();
  const of = { submissionId: messageId, generation: 0 };
  const claimedAt = new Date(now().getTime() - 120_000);
  await mine().attempts.claim(of, { n: 1, url: 'console', startedAt: claimedAt, leaseUntil: claimedAt });
  await mine().attempts.conclude(of, 1, { kind: 'retry', reason: 'http_503', endedAt: now(), durationMs: 1 });
  const attempt = { at: new Date(claimedAt.getTime() + 5), durationMs: 1, outcome: 'retry' as const };
  await mine().effects.progress(messageId, { status: 'due', attempt, dueAt: now() }, now());
  expect(await run()).toMatchObject({ outcome: 'retry' });
  await run();
  expect(await statesOf()).toMatchObject({ effect: 'done', message: 'sent' });
  expect((await mine().attempts.of(messageId)).map(({ outcome }) => outcome?.kind)).toEqual([
    'retry',
    'accepted',
  ]);
});

describe('in the quiet hours of a lead', () => {
  const demo = { tenantId: 'demo', name: 'Demo' };
  const webhooks = { url: 'https://hooks.example' };
  beforeAll(() => putTenant(deps.stores.tenants, { ...demo, settings: { webhooks, quietHours: true } }));
  afterAll(() => putTenant(deps.stores.tenants, { ...demo, settings: { webhooks } }));

  const at = (instant: string): SmsDeps => ({
    ...deps,
    stores: { ...deps.stores, clock: { now: () => new Date(instant) } },
  });
  const data = { timezone: 'America/New_York' };

  it('a message waits for the morning without an attempt, and then goes', async () => {
    const { run, statesOf, messageId } = await aMessage({ data });
    const morning = new Date('2026-01-16T13:00:00Z');
    // 22:00, and 20:59:45, from where the call may last until it is quiet.
    for (const night of ['2026-01-16T03:00:00Z', '2026-01-16T01:59:45Z'])
      expect(await run(at(night))).toMatchObject({ outcome: 'quiet_hours', againAt: morning });
    expect(await mine().effects.find(messageId)).toMatchObject({ reason: 'quiet_hours', attempts: [] });
    expect((await mine().effects.find(messageId))?.dueAt?.getTime()).toBeGreaterThan(morning.getTime());
    expect(await mine().attempts.of(messageId)).toEqual([]);
    expect(await statesOf()).toMatchObject({ effect: 'due', message: 'queued' });
    await run(at('2026-01-16T13:00:00Z'));
    expect(await statesOf()).toMatchObject({ effect: 'done', message: 'sent' });
    expect(await mine().effects.find(messageId)).not.toHaveProperty('reason');
  });

  it('a message to a lead whose state is not understood waits for every zone of the fifty states, and says so', async () => {
    const { run, statesOf, messageId } = await aMessage({ data: { address: { state: 'Cascadia' } } });
    const told = (verdict: string) => [
      { looked: 'quiet_hours', at: 'state', verdict, because: 'state_not_understood', values: { zones: 8 } },
    ];
    // 10:00 in New York and 05:00 in Honolulu, where the morning begins at 18:00 UTC.
    const morning = new Date('2026-01-16T18:00:00Z');
    expect(await run(at('2026-01-16T15:00:00Z'))).toMatchObject({ againAt: morning });
    expect(await mine().effects.find(messageId)).toMatchObject({ trace: told('held'), attempts: [] });
    await run(at('2026-01-16T18:00:00Z'));
    expect(await statesOf()).toMatchObject({ effect: 'done', message: 'sent' });
    const sent = await mine().effects.find(messageId);
    expect(sent?.attempts).toMatchObject([{ outcome: 'done', trace: told('passed') }]);
    expect(sent).not.toHaveProperty('trace');
  });

  it('a message to a lead whose state is written out waits for its zones only', async () => {
    const { run, messageId } = await aMessage({ data: { address: { state: 'Washington, D.C.' } } });
    await run(at('2026-01-16T15:00:00Z'));
    expect((await mine().effects.find(messageId))?.attempts).toMatchObject([{ outcome: 'done' }]);
    expect((await mine().effects.find(messageId))?.attempts[0]).not.toHaveProperty('trace');
  });

  it('a message whose number opts out while it waits is not sent', async () => {
    const { run, statesOf } = await aMessage({ data, to: '+14155550191' });
    await run(at('2026-01-16T03:00:00Z'));
    await mine().messages.optOut('+14155550191', newId('message'), now());
    await run(at('2026-01-16T13:00:00Z'));
    expect(await statesOf()).toMatchObject({ effect: 'failed', message: 'failed', error: 'opted_out' });
  });

  it('a message that may have been sent before is settled at once', async () => {
    const { claimedByTheDead, run, statesOf } = await aMessage({ data });
    await claimedByTheDead();
    await run(at('2026-01-16T03:00:00Z'));
    expect(await statesOf()).toMatchObject({ effect: 'failed', message: 'failed' });
  });

  it('a message to a lead whose day it is goes at once, and so does every message of other tenants', async () => {
    const abroad = await aMessage({ data: { timezone: 'Asia/Tokyo' } });
    await abroad.run(at('2026-01-16T03:00:00Z'));
    expect(await abroad.statesOf()).toMatchObject({ effect: 'done' });
    await putTenant(deps.stores.tenants, { ...demo, settings: { webhooks } });
    const usual = await aMessage({ data });
    await usual.run(at('2026-01-16T03:00:00Z'));
    expect(await usual.statesOf()).toMatchObject({ effect: 'done' });
  });
});
