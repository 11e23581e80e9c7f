import type { Campaign } from '@sluice/contracts';
import { accepted, aSubmission, duringTests, putItem } from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';

const world = duringTests(openWorld);

const mine = () => world.stores.forTenant('demo');
const now = new Date('2026-11-21T12:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000);

async function claimed(body: string, at: Date, key = 'reused') {
  const claim = await mine().idempotency.claim(key, body, [body], at);
  if (claim.kind !== 'ours') throw new Error(`the claim is ${claim.kind}`);
  return claim;
}

describe('a late or repeated write', () => {
  it('of a file status changes nothing that was written since, and notifies nothing again', async () => {
    const { files } = mine();
    const key = { leadId: 'lead_f', fileKey: 'retainer' };
    const begins = { fileId: 'file_1', provider: 'manual_upload', status: 'pending' } as const;
    const first = () => files.upsert(key, { status: 'pending' }, begins, now, 'first');
    await files.notified(key, (await first()).notifications);
    await files.notified(
      key,
      (await files.upsert(key, { status: 'signed' }, begins, now, 'second')).notifications,
    );
    expect(await first()).toMatchObject({ file: { status: 'signed' }, notifications: [] });
    expect(await files.find(key, now)).toMatchObject({ status: 'signed' });
  });

  it('of a START does not cancel a later STOP of the same number', async () => {
    const { messages } = mine();
    await messages.optIn('+14155550101', 'msg_1', now);
    await messages.optOut('+14155550101', 'msg_2', now);
    await messages.optIn('+14155550101', 'msg_1', now);
    expect(await messages.hasOptedOut('+14155550101')).toBe(true);
    await messages.optIn('+14155550101', 'msg_3', now);
    await messages.optOut('+14155550101', 'msg_2', now);
    expect(await messages.hasOptedOut('+14155550101')).toBe(false);
  });

  it('of a webhook failure does not disable a URL that an operator has enabled since', async () => {
    const { webhookUrls } = mine();
    const receiver = { url: 'https://hooks.example/late', headers: {} };
    await webhookUrls.disable(receiver, 'gone', now);
    const [off] = await webhookUrls.switchedOff();
    expect(await webhookUrls.switchOn(off!.id, later(60))).toBe(true);
    await webhookUrls.disable(receiver, 'gone', later(1));
    await webhookUrls.noteFailure(receiver, later(1));
    expect(await webhookUrls.cached(receiver)).not.toHaveProperty('disabledAt');
    expect(await webhookUrls.cached(receiver)).not.toHaveProperty('failingSince');
    await webhookUrls.disable(receiver, 'gone', later(61));
    expect(await webhookUrls.cached(receiver)).toHaveProperty('disabledAt');
  });

  it('of an open circuit changes nothing once an operator has given an order that its process did not know', async () => {
    const { circuitOrders, openCircuits } = mine();
    const receiver = 'end_frozen';
    await circuitOrders.give(receiver, { kind: 'closed', token: 'one', by: 'ada', at: now });
    await openCircuits.note(receiver, later(60), later(30));
    expect(await openCircuits.open(later(31))).toEqual([]);
    expect((await world.stores.receivers.find('demo', receiver))?.circuit).toEqual([]);
    await openCircuits.note(receiver, later(90), later(60), { token: 'one' });
    expect(await openCircuits.open(later(61))).toMatchObject([{ endpoint: receiver, until: later(90) }]);
  });

  it('of a refused request neither replaces nor removes the answer of another run of it', async () => {
    const { idempotency } = mine();
    const [slow, fast] = [
      await idempotency.claim('key', 'hash', ['a'], now),
      await idempotency.claim('key', 'hash', ['a'], later(11)),
    ];
    if (slow.kind !== 'ours' || fast.kind !== 'ours') throw new Error('not taken over');
    await idempotency.forget('key', slow.leaseUntil);
    await idempotency.release('key', slow.leaseUntil);
    expect((await idempotency.claim('key', 'hash', ['a'], later(12))).kind).toBe('running');
    const answer = { status: 202, body: 'done' };
    await idempotency.keep('key', fast, answer);
    await idempotency.keep('key', slow, { status: 404, body: 'gone' });
    await idempotency.forget('key', fast.leaseUntil);
    expect(await idempotency.claim('key', 'hash', ['a'], later(13))).toEqual({ kind: 'answered', answer });
  });

  it('of an answer does not become the answer of another body that uses the key since', async () => {
    const { idempotency } = mine();
    const [frozen, retry] = [await claimed('x', now), await claimed('x', later(11))];
    await idempotency.release('reused', retry.leaseUntil);
    const other = await claimed('y', later(12));
    await idempotency.keep('reused', frozen, { status: 202, body: 'of x' });
    expect((await idempotency.claim('reused', 'y', ['y'], later(13))).kind).toBe('running');
    const answer = { status: 202, body: 'of y' };
    await idempotency.keep('reused', other, answer);
    await idempotency.keep('reused', frozen, { status: 202, body: 'of x' });
    expect(await idempotency.claim('reused', 'y', ['y'], later(14))).toEqual({ kind: 'answered', answer });
  });

  it('of an answer under a key that was released meanwhile still belongs to its body', async () => {
    const { idempotency } = mine();
    const key = 'answered late';
    const [frozen, retry] = [await claimed('x', now, key), await claimed('x', later(11), key)];
    await idempotency.release(key, retry.leaseUntil);
    const answer = { status: 202, body: 'of x' };
    await idempotency.keep(key, frozen, answer);
    expect(await idempotency.claim(key, 'y', ['y'], later(12))).toEqual({ kind: 'other_body' });
    expect(await idempotency.claim(key, 'x', ['x'], later(12))).toEqual({ kind: 'answered', answer });
  });

  it('of a claim that was believed to have failed frees that claim only', async () => {
    const { idempotency } = mine();
    const key = 'believed to have failed';
    await claimed('x', now, key);
    await idempotency.abandon(key, ['another']);
    expect((await idempotency.claim(key, 'x', ['x2'], later(1))).kind).toBe('running');
    await idempotency.abandon(key, ['x']);
    expect(await idempotency.claim(key, 'x', ['x2'], later(1))).toMatchObject({
      ids: ['x'],
      earlierRun: 'failed',
    });
  });

  it('of an answer never replaces the answer that was kept and given', async () => {
    const { idempotency } = mine();
    const key = 'answered twice';
    const [slow, fast] = [await claimed('x', now, key), await claimed('x', later(11), key)];
    const answer = { status: 202, body: 'given' };
    await idempotency.keep(key, fast, answer);
    await idempotency.keep(key, slow, { status: 202, body: 'late' });
    expect(await idempotency.claim(key, 'x', ['x2'], later(12))).toEqual({ kind: 'answered', answer });
  });

  it('of a run that may still be at work keeps the key from another body, however its repeats end, until it is over', async () => {
    const { idempotency } = mine();
    const key = 'frozen';
    await claimed('x', now, key);
    const repeat = await idempotency.claim(key, 'x', ['x2'], later(11));
    if (repeat.kind !== 'ours') throw new Error(`the claim is ${repeat.kind}`);
    expect(repeat.earlierRun).toBe('unknown');
    await idempotency.expire(key, repeat.leaseUntil, repeat.earlierLeaseUntil!);
    expect((await idempotency.claim(key, 'y', ['y'], later(12))).kind).toBe('running');
    expect(await idempotency.isRunning(key, 'y', later(12))).toBe(true);
    expect(await idempotency.isRunning(key, 'x', later(12))).toBe(false);
    const again = await idempotency.claim(key, 'x', ['x3'], later(12));
    expect(again).toMatchObject({ kind: 'ours', ids: ['x'], earlierRun: 'unknown' });
    if (again.kind !== 'ours') throw new Error('not taken over');
    await idempotency.expire(key, again.leaseUntil, again.earlierLeaseUntil!);
    expect((await idempotency.claim(key, 'y', ['y'], later(59))).kind).toBe('running');
    expect(await idempotency.claim(key, 'y', ['y'], later(60))).toMatchObject({ kind: 'ours', ids: ['y'] });
  });

  it('of the end of a request that died, or whose end could not be written, is not awaited for longer than a minute', async () => {
    const { idempotency } = mine();
    await idempotency.claim('wrote nothing', 'x', ['nothing'], now);
    await idempotency.claim('wrote a lead', 'x', ['lead'], now);
    await world.stores.accept(accepted(aSubmission({ submissionId: 'sub_lead' })));
    const ofAnotherBody = (at: Date) =>
      Promise.all(
        ['wrote nothing', 'wrote a lead'].map(
          async (key) => (await idempotency.claim(key, 'y', ['y'], at)).kind,
        ),
      );
    expect(await ofAnotherBody(later(59))).toEqual(['running', 'running']);
    expect(await ofAnotherBody(later(60))).toEqual(['ours', 'other_body']);
  });

  it('of a request that created a campaign finds that campaign, even if an operator has changed it since', async () => {
    const { campaigns } = mine();
    const campaign = { campaignId: 'OWN', name: 'Own' } as Campaign;
    await campaigns.add('OWN', campaign, 'seed');
    await putItem(campaigns, 'OWN', { ...campaign, name: 'Applied' });
    expect(await campaigns.add('OWN', campaign, 'seed')).toMatchObject({ name: 'Applied' });
    expect(await campaigns.add('OWN', campaign, 'another')).toBeUndefined();
  });

  it('of a submission does not restore a person who was erased since', async () => {
    const { leads, removal } = mine();
    await world.stores.accept(accepted(aSubmission({ submissionId: 'sub_gone' })));
    await removal.erase('lead_gone');
    const data = { firstName: 'Ada' };
    expect(await leads.addSubmission('lead_gone', 1, 'sub_again', { data })).toBe(false);
    expect((await leads.find('lead_gone'))?.data).toEqual({});
  });
});
