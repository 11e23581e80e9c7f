/** Deletes what is over, a little at a time and one part after the other: what expired, then what tenants keep no longer. */
import type { Core } from '../core.js';
import { failAlone } from './fail-alone.js';
import { retentionPass } from './retention.js';

/** Deletes for about `forMs`, and says whether there is more to do at once. */
export type Tidying = (forMs: number) => Promise<'more' | 'done'>;

/** How many times expired records are dropped between one pass over all tenants and the next. */
const LOOKS_BETWEEN_PASSES = 120;

/** Deleting by one process; where it got to it keeps to itself, because each pass begins with what is oldest. */
export function createTidying(core: Core): Tidying {
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
    const isOver = await failAlone(core, 'retention', {}, () => advance(pass, until));
    if (isOver === false) return 'more';
    pass = undefined;
    looksUntilPass = LOOKS_BETWEEN_PASSES;
    return expired?.more ? 'more' : 'done';
  };
}

// At least one slice, however long the rest took.
async function advance(pass: ReturnType<typeof retentionPass> | undefined, until: number): Promise<boolean> {
  do {
    if ((await pass?.next())?.done !== false) return true;
  } while (performance.now() < until);
  return false;
}
