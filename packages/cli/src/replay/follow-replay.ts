/** Follows a replay to its end, or until the person interrupts it, and shows its progress. */
import type { Replays } from '@sluice/admin';
import type { AdminReplayItem } from '@sluice/contracts';
import { showProgress } from '../send/progress-bar.js';

/** The outcomes of the leads that were examined. */
export type Followed = Pick<Replays, 'replayed' | 'skipped' | 'left'>;

/**
 * Collects the outcomes in `items`. After an interruption a server's replay reports no more; unreported leads count as
 * left.
 */
export async function followReplay(
  items: AsyncIterable<AdminReplayItem>,
  { doing, interruption }: { readonly doing: string; readonly interruption: AbortSignal },
): Promise<Followed> {
  const replayed: Followed['replayed'][number][] = [];
  const skipped: Followed['skipped'][number][] = [];
  let bar: ReturnType<typeof showProgress> | undefined;
  let [total, looked] = [0, 0];
  try {
    for await (const item of items) {
      if (item.kind === 'ended') return { replayed, skipped, left: item.left };
      if (item.kind === 'begun') {
        ({ total } = item);
        bar = showProgress(doing, total);
        continue;
      }
      if (item.kind === 'replayed') replayed.push(item);
      if (item.kind === 'skipped') skipped.push(item);
      bar?.at((looked += 1));
    }
  } catch (error) {
    if (!interruption.aborted) throw error;
  } finally {
    bar?.end();
  }
  return { replayed, skipped, left: total - looked };
}
