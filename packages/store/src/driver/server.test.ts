import type { Db } from 'mongodb';
import { checkServer, ServerTooOldError } from './server.js';

/** A server that announces this wire version. */
const announcing = (maxWireVersion: number) =>
  ({ admin: () => ({ command: async () => ({ maxWireVersion }) }) }) as unknown as Db;

it('a MongoDB older than 8.0 is refused, and no newer one', async () => {
  // Of MongoDB 7.0, 8.0 and a later release.
  await expect(checkServer(announcing(21))).rejects.toThrow(ServerTooOldError);
  await checkServer(announcing(25));
  await checkServer(announcing(28));
});
