/**
 * How much waits, and for what: the numbers that every page, the menu and the doctor show. What waits is counted under
 * what it waits for, once.
 */
import type { NowState } from '@sluice/contracts';
import { inQueue, type QueueReport } from '@sluice/queue';

/** What is counted; a part is absent where its store does not answer. */
interface Counted {
  readonly stages?: readonly Pick<QueueReport, 'waiting' | 'active' | 'delayed'>[];
  readonly held?: readonly { readonly count: number }[];
  readonly onHold?: number;
  readonly attention?: { readonly count: number };
}

export function waitsOf({ stages, held, onHold, attention }: Counted): NowState['waits'] {
  return {
    inQueues: sumOf(stages, inQueue),
    later: sumOf(stages, ({ delayed }) => delayed),
    held: sumOf(held, ({ count }) => count),
    onHold,
    person: attention?.count,
  };
}

function sumOf<T>(parts: readonly T[] | undefined, count: (part: T) => number): number | undefined {
  return parts?.reduce((sum, part) => sum + count(part), 0);
}
