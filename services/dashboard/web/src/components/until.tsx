/** An instant that something waits for. */
import { durationText, hoverText, usePresentMs } from './time.js';
import { useZone } from './zone.js';

/** How soon an instant comes, counting down to `now`: one that has passed is about to happen, and never "just now". */
export function Until({ at }: { readonly at: string }) {
  const zone = useZone();
  const ms = Date.parse(at) - usePresentMs();
  const soon = ms < 10_000 ? `${Math.ceil(ms / 1_000)} s` : durationText(ms);
  return (
    <time className="nowrap" dateTime={at} title={hoverText(at, zone)}>
      {ms <= 0 ? 'now' : `in ${soon}`}
    </time>
  );
}
