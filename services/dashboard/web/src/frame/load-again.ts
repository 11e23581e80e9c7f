/** Loading a part of this program when it is needed. */
import { whenConnected } from '../api/connection.js';

/**
 * A chunk that failed to load cannot be loaded again by this document, and after an upgrade its name has changed. So the
 * whole document is loaded again once the server can be reached, and with it the requested page.
 */
export function orLoadAgain<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  return () =>
    load().catch(async () => {
      await whenConnected();
      location.reload();
      return new Promise<never>(() => undefined);
    });
}
