/** Instants in the page's time zone, which they name, with UTC on hover; durations and ages in few words. */
import { timeText } from '@sluice/contracts/words';
import { create } from 'zustand';
import { dayIn } from './day-in-zone.js';
import { useZone } from './zone.js';

type Instant = string | number | Date;

interface TimeProps {
  readonly at: Instant;
  /** IANA name of a time zone other than the page's. */
  readonly zone?: string | undefined;
  /** Omits the date where it is clear. */
  readonly timeOnly?: boolean;
}

/** Whether an instant is today in `zone`, so that its time alone is enough. */
function isToday(at: Instant, zone: string | undefined): boolean {
  return dayIn(zone, new Date(at)) === dayIn(zone, new Date());
}

/** An instant, with UTC on hover and in machine-readable form. */
function Time({ at, zone: other, timeOnly }: TimeProps) {
  const here = useZone();
  const zone = other ?? here;
  const iso = new Date(at).toISOString();
  return (
    <time className="nowrap" dateTime={iso} title={hoverText(at, zone)}>
      {timeText(at, zone, { seconds: true, timeOnly: timeOnly ?? false })}
    </time>
  );
}

/** The full instant, for what shows it shortened, and UTC. */
export function hoverText(at: Instant, zone: string | undefined): string {
  const utc = new Date(at).toISOString().slice(0, 19).replace('T', ' ');
  return `${timeText(at, zone, { seconds: true })}${zone === undefined ? '' : ` in ${zone}`} · ${utc} UTC`;
}

/** A length of time in words, rounded: "840 ms", "42 s", "7 min", "3 h", "5 d". */
export function durationText(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} d`;
}

/** The present instant in Unix milliseconds, which moves on each second while the page is visible. */
export const usePresentMs = create(() => Date.now());
setInterval(() => {
  if (document.visibilityState === 'visible') usePresentMs.setState(Date.now());
}, 1_000);

// A counter that ticks every second shows no tenths.
function wholeSecondsText(ms: number): string {
  return ms < 10_000 ? `${Math.floor(ms / 1000)} s` : durationText(ms);
}

/** How long ago an instant was, or how soon it comes; kept up to date, with the instant on hover. */
export function Ago({ at, zone: other }: Pick<TimeProps, 'at' | 'zone'>) {
  const here = useZone();
  const zone = other ?? here;
  const instant = new Date(at);
  const ms = usePresentMs() - instant.getTime();
  const away = wholeSecondsText(Math.abs(ms));
  const text = ms >= 0 ? `${away} ago` : `in ${away}`;
  return (
    <time className="nowrap" dateTime={instant.toISOString()} title={hoverText(at, zone)}>
      {/* The clocks of server and browser differ a little. */}
      {Math.abs(ms) >= 2_000 ? text : ms < -500 ? 'now' : 'just now'}
    </time>
  );
}

/** An instant within a sentence, without its date if it is today, with how long ago it was or how soon it comes. */
export function TimeInText({ at, zone: other }: Pick<TimeProps, 'at' | 'zone'>) {
  const here = useZone();
  const zone = other ?? here;
  return (
    <>
      <Time at={at} zone={zone} timeOnly={isToday(at, zone)} /> (<Ago at={at} zone={zone} />)
    </>
  );
}

/** An instant with how long ago it was. */
export function TimeAndAge({ at, zone }: Pick<TimeProps, 'at' | 'zone'>) {
  return (
    <>
      <Time at={at} zone={zone} />
      <div className="quiet">
        <Ago at={at} zone={zone} />
      </div>
    </>
  );
}
