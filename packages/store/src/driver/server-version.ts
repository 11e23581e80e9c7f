/** The oldest MongoDB that Sluice works with. */
import type { StoreDb } from '../registry/collections.js';

/** The wire version of MongoDB 8.0, the first with a command that writes to several collections. */
const LEAST_WIRE_VERSION = 25;

/** The server is older than MongoDB 8.0, so a service must not work on it. */
export class ServerTooOldError extends Error {
  override readonly name = 'ServerTooOldError';

  constructor() {
    super('this MongoDB is older than 8.0');
  }
}

/** Throws a {@link ServerTooOldError} if the server of `db` is too old. */
export async function checkServer(db: StoreDb): Promise<void> {
  const { maxWireVersion } = await db.admin().command({ hello: 1 });
  if (Number(maxWireVersion) < LEAST_WIRE_VERSION) throw new ServerTooOldError();
}
