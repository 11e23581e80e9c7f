/** A replay that tells of each lead as it goes, for as long as its caller listens. */
import type { AdminReplayItem } from '@sluice/contracts';
import type { Core } from '@sluice/pipeline';
import { EventEmitter, on } from 'node:events';
import { replayLeads, type ReplayOptions } from './replay-leads.js';

/**
 * Replays what `filter` means and tells it lead by lead. A caller that aborts `gone`, or listens no longer, interrupts
 * it: what has begun is brought to its end, and nothing else begins. `note` is told what it came to in all.
 */
export async function* tellReplay(
  core: Pick<Core, 'stores' | 'producer' | 'log'>,
  filter: Omit<ReplayOptions, 'interrupt' | 'progress' | 'among'>,
  gone: AbortSignal,
  note: (result: Readonly<Record<string, number>>) => void,
): AsyncGenerator<AdminReplayItem> {
  const unheard = new AbortController();
  const told = new EventEmitter();
  const items = on(told, 'item', { close: ['end'] }) as AsyncIterable<[AdminReplayItem]>;
  const tell = (item: AdminReplayItem): void => void told.emit('item', item);
  const replay = replayLeads(core, {
    ...filter,
    interrupt: AbortSignal.any([gone, unheard.signal]),
    progress: {
      begin: (total) => tell({ kind: 'begun', total }),
      look: (outcome) => tell(outcome ?? { kind: 'other' }),
    },
  }).finally(() => told.emit('end'));
  // Its rejection is awaited below, which may be later than it happens.
  replay.catch(() => undefined);
  try {
    for await (const [item] of items) yield item;
    yield { kind: 'ended', left: (await replay).left };
  } finally {
    unheard.abort();
    const { replayed, skipped, left } = await replay;
    note({ went: replayed.length, skipped: skipped.length, left });
  }
}
