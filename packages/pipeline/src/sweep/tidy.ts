/** Deletes old records a little at a time: first those that have expired, then those past their tenant's retention. */
import type { StoresFor } from '../core.js';
import { failAlone } from './fail-alone.js';
import { retentionPass, type RetentionDeps } from './retention.js';

/** Deletes for about `forMs`, and says whether there is more to delete at once. */
export type Tidying = (forMs: number) => Promise<'more' | 'done'>;

/** How many rounds of expired records lie between two passes over all tenants. */
const LOOKS_BETWEEN_PASSES = 120;

/**
 * Creates the deletion of one process. No other process knows its position, because each pass begins with the oldest
 * records.
 */
export function createTidying(core: RetentionDeps & StoresFor<'due'>): Tidying {
  let pass: ReturnType<typeof retentionPass> | undefined;
  let looksUntilPass = 0;
  return async (forMs) => {
    const until = performance.now() + forMs;
    const expired = await failAlone(core, 'expired_data', {}, () => core.stores.due.dropExpired(forMs / 2));
    core.metrics.expiredDropped.inc(expired?.dropped ?? 0);
    if (!pass && looksUntilPass > 0) {
      looksUntilPass -= 1;
      return expired?.more ? 'more' : 'done';
    }
    pass ??= retentionPass(core);
    const isOver = await failAlone(core, 'retention', {}, () => deleteSlices(pass, until));
    if (isOver === false) return 'more';
    pass = undefined;
    looksUntilPass = LOOKS_BETWEEN_PASSES;
    return expired?.more ? 'more' : 'done';
  };
}

// Deletes at least one slice, however long the rest took.
async function deleteSlices(
  pass: ReturnType<typeof retentionPass> | undefined,
  until: number,
): Promise<boolean> {
  do {
    if ((await pass?.next())?.done !== false) return true;
  } while (performance.now() < until);
  return false;
}
