/** A stream ends with the admin key that it was opened with. */
import { adminRevokeAdminKey, adminWatchNow } from '@sluice/contracts';
import { newKey } from '@sluice/store';
import { duringTests, eventually, watchEvents } from '@sluice/testing';
import { openAdminApi } from './admin-api.js';

const world = duringTests(openAdminApi);
/** The stream asks every 5 s, and a revoked key is known everywhere within 5 s. */
const ENDS_WITHIN_MS = 15_000;

const watch = (key: string) => watchEvents(world.url + adminWatchNow.path, { 'X-Admin-Key': key });

it('the stream of a key that is revoked ends within seconds, and those of other keys go on', async () => {
  const { adminKeys, clock } = world.stores;
  const key = newKey('sla_');
  await adminKeys.add(key, { role: 'view', name: 'wall display', createdAt: clock.now() });
  const [revoked, kept] = [await watch(key), await watch(world.keys.view)];
  await eventually('both streams to begin', () => revoked.pieces() > 1 && kept.pieces() > 1);
  const { data } = await world.call(adminRevokeAdminKey, { params: { prefix: key.slice(0, 8) } });
  expect(data.revoked).toBe(1);
  await eventually('the stream to end', revoked.hasEnded, ENDS_WITHIN_MS);
  const before = kept.pieces();
  await eventually('the other stream to go on', () => kept.pieces() > before + 1);
  expect(kept.hasEnded()).toBe(false);
  kept.close();
});
