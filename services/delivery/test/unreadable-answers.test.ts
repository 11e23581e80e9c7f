import type { UnreadableAction } from '@sluice/contracts';
import { brokenAnswers, duringTests, serveBroken } from '@sluice/testing';
import { openDeliveryWorker } from './delivery-worker.js';

const world = duringTests(openDeliveryWorker);

const readsJson = [
  { when: { jsonPath: '$.accepted', equals: true }, outcome: 'accepted', reference: '$.id' },
];

/** Sends one lead there; a second run of the stage finds the delivery decided, and calls nobody. */
async function delivered(endpoint: Readonly<Record<string, unknown>>) {
  const campaignId = await world.campaignTo({ timeoutSeconds: 20, ...endpoint });
  const payload = await world.routed(campaignId);
  await world.deliver(payload);
  await world.deliver(payload);
  const [attempt] = await world.mine.attempts.of(payload.submissionId);
  return {
    receiver: `end_${campaignId}`,
    payload,
    decision: await world.decided(payload),
    outcome: attempt?.outcome,
  };
}

describe.each(Object.keys(brokenAnswers))('a buyer that answers 2xx with %s', (name) => {
  // Only what stalls is worth no long wait.
  const timeoutSeconds = brokenAnswers[name]?.then === 'stalls' ? 2 : 20;

  it.concurrent.each<[string, object, object]>([
    ['has the lead where no rule needs the body', {}, { kind: 'delivered' }],
    ['has it where only the status decides', { responseRules: readsJson }, { kind: 'delivered' }],
    [
      'is asked about by an operator where the endpoint holds such answers',
      { responseRules: readsJson, onUnreadable: 'hold' },
      { kind: 'pending_action', reason: 'unknown_outcome' },
    ],
    [
      'has refused the lead where the endpoint says so',
      { responseRules: readsJson, onUnreadable: 'reject' },
      { kind: 'rejected', reason: 'answer_unreadable' },
    ],
  ])('%s, and is called once', async (_what, endpoint, expected) => {
    const { url, calls, close } = await serveBroken(name, 201);
    const { decision, outcome } = await delivered({ timeoutSeconds, ...endpoint, url });
    await close();
    expect(decision).toMatchObject(expected);
    expect(outcome).toMatchObject({ status: 201 });
    expect(JSON.stringify(decision?.trace)).toContain(brokenAnswers[name]!.problem);
    expect(calls()).toBe(1);
  });

  it.concurrent('has refused it with a 4xx, and is called again after a 5xx', async () => {
    const [refusing, failing] = await Promise.all([serveBroken(name, 422), serveBroken(name, 503)]);
    const [refused, failed] = await Promise.all(
      [refusing, failing].map(({ url }) => delivered({ timeoutSeconds, url })),
    );
    expect(refused?.decision).toMatchObject({ kind: 'rejected', reason: 'http_422' });
    expect(failed?.decision).toBeUndefined();
    expect(failed?.outcome).toMatchObject({ kind: 'retry', reason: 'http_503', status: 503 });
    await Promise.all([refusing.close(), failing.close()]);
  });
});

describe('an answer that is not what the rules read', () => {
  const answered = async (body: string | object, endpoint: object) => {
    world.answers({ status: 200, body });
    return delivered({ responseRules: readsJson, ...endpoint });
  };
  const html = '<!doctype html><title>Maintenance</title>';

  it.each<[UnreadableAction, object, boolean]>([
    ['rules', { kind: 'delivered' }, false],
    ['hold', { kind: 'pending_action', reason: 'unknown_outcome' }, false],
    ['reject', { kind: 'rejected', reason: 'answer_unreadable' }, true],
  ])(
    'is treated as the endpoint says, %s, and always counted and shown',
    async (onUnreadable, expected, free) => {
      const { decision, payload, receiver } = await answered(html, { onUnreadable });
      expect(decision).toMatchObject(expected);
      expect(JSON.stringify(decision?.trace)).toContain('not_json');
      expect(await world.isFree(payload)).toBe(free);
      const { core } = world;
      await core.stores.receivers.flush();
      const health = await core.stores.receivers.find('demo', receiver);
      expect(health?.answers).toMatchObject([{ status: 200, unreadable: true }]);
      // The buyer works; only its answer is not understood.
      expect(health).not.toHaveProperty('failingSince');
      expect(await core.metrics.registry.metrics()).toMatch(
        new RegExp(`sluice_answers_unrecognised_total\\{tenant="demo",endpoint="${receiver}".*\\} 1`),
      );
    },
  );

  it('does not count an answer that the rules do read', async () => {
    const { decision, receiver } = await answered({ accepted: true, id: 'B-7' }, { onUnreadable: 'hold' });
    expect(decision).toMatchObject({ kind: 'delivered', reference: 'B-7' });
    await world.core.stores.receivers.flush();
    expect((await world.core.stores.receivers.find('demo', receiver))?.lastUnreadableAt).toBeUndefined();
    expect(await world.core.metrics.registry.metrics()).toMatch(
      new RegExp(`sluice_answers_unrecognised_total\\{tenant="demo",endpoint="${receiver}".*\\} 0`),
    );
  });

  it('is left to an operator also by the worker that finds the attempt of a dead one', async () => {
    const campaignId = await world.campaignTo({ responseRules: readsJson, onUnreadable: 'hold' });
    const payload = await world.routed(campaignId);
    await world.attempted(payload, 1, 'over', { kind: 'unknown', reason: 'answer_unreadable', status: 200 });
    const before = world.calls();
    await world.deliver(payload);
    expect(await world.decided(payload)).toMatchObject({ kind: 'pending_action', reason: 'unknown_outcome' });
    expect(world.calls()).toBe(before);
  });
});

describe('what an answer says', () => {
  it('is read in its charset, with the digits of its numbers', async () => {
    world.answers({
      status: 200,
      body: '\ufeff{"accepted":true,"id":23851234567890123,"price":"42,50"}',
      headers: { 'content-type': 'application/json' },
    });
    const responseRules = [{ ...readsJson[0], price: '$.price' }];
    const { decision } = await delivered({ responseRules });
    expect(decision).toMatchObject({ kind: 'delivered', reference: '23851234567890123', price: 42.5 });
  });
});
