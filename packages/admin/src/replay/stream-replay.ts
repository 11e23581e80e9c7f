/** A replay that reports each lead to its caller for as long as the caller listens. */
import type { AdminReplayItem } from '@sluice/contracts';
import type { IntakeDeps, ReportsFor } from '@sluice/pipeline';
import { EventEmitter, on } from 'node:events';
import { replayLeads, type ReplayOptions } from './replay-leads.js';

/**
 * Replays the leads that `filter` selects and yields the outcome of each. A caller that aborts `gone` or stops reading
 * interrupts the replay: leads already begun are finished, and no more are begun. `note` receives the totals.
 */
export async function* streamReplay(
  core: IntakeDeps & ReportsFor<'forTenant'>,
  filter: Omit<ReplayOptions, 'interrupt' | 'progress' | 'among'>,
  gone: AbortSignal,
  note: (result: Readonly<Record<string, number>>) => void,
): AsyncGenerator<AdminReplayItem> {
  const unread = new AbortController();
  const emitter = new EventEmitter();
  const items = on(emitter, 'item', { close: ['end'] }) as AsyncIterable<[AdminReplayItem]>;
  const emit = (item: AdminReplayItem): void => void emitter.emit('item', item);
  const replay = replayLeads(core, {
    ...filter,
    interrupt: AbortSignal.any([gone, unread.signal]),
    progress: {
      begin: (total) => emit({ kind: 'begun', total }),
      look: (outcome) => emit(outcome ?? { kind: 'other' }),
    },
  }).finally(() => emitter.emit('end'));
  // The rejection is handled below, possibly later than it occurs.
  replay.catch(() => undefined);
  try {
    for await (const [item] of items) yield item;
    yield { kind: 'ended', left: (await replay).left };
  } finally {
    unread.abort();
    const { replayed, skipped, left } = await replay;
    note({ went: replayed.length, skipped: skipped.length, left });
  }
}
