/** Claims that another request changes between the read and the write of a request with the same key. */
import { duringTests, fixedClock } from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';
import type { Collection } from 'mongodb';
import {
  idempotencyBatching,
  IdempotencyStore,
  type IdempotencyDocument,
} from '../src/submissions/idempotency.js';
import { afterRead } from './after-read.js';

const world = duringTests(openWorld);
let claims: Collection<IdempotencyDocument>;
beforeAll(async () => {
  claims = world.db.collection('idempotency');
});

const clock = fixedClock('2026-11-21T12:00:00Z');
const storeOn = (collection: Collection<IdempotencyDocument>) =>
  new IdempotencyStore(collection, idempotencyBatching(world.db.client, claims), 'demo', clock);
const answer = { status: 202, body: 'of x' };

/** A request with the body `x`, whose claim was released by a retry; its late answer can still be kept. */
async function released(key: string) {
  const store = storeOn(claims);
  const claim = await store.claim(key, 'x', ['x']);
  if (claim.kind !== 'ours') throw new Error(`the claim is ${claim.kind}`);
  await store.release(key, claim.leaseUntil);
  return { keep: () => store.keep(key, claim, answer) };
}

describe('a released claim', () => {
  it('that receives its answer while another body takes the key keeps both', async () => {
    const { keep } = await released('other');
    const store = storeOn(afterRead(claims, keep));
    expect(await store.claim('other', 'y', ['y'])).toEqual({ kind: 'other_body' });
    expect(await store.claim('other', 'x', ['x'])).toEqual({ kind: 'answered', answer });
  });

  it('that receives its answer while a repeat takes it over is answered, not worked on again', async () => {
    const { keep } = await released('repeat');
    const store = storeOn(afterRead(claims, keep));
    expect(await store.claim('repeat', 'x', ['x'])).toEqual({ kind: 'answered', answer });
  });

  it('that another body has replaced meanwhile is not taken over by a repeat', async () => {
    await released('replaced');
    const other = async () => {
      const claim = await storeOn(claims).claim('replaced', 'y', ['y']);
      if (claim.kind === 'ours') await storeOn(claims).release('replaced', claim.leaseUntil);
    };
    const store = storeOn(afterRead(claims, other));
    expect(await store.claim('replaced', 'x', ['x2'])).toMatchObject({ kind: 'ours', ids: ['x2'] });
    expect(await claims.findOne({ _id: 'demo/replaced' })).toMatchObject({ bodyHash: 'x', ids: ['x2'] });
  });
});
