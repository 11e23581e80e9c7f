/** The two grains in which figures are kept: minutes for a day, hours for five weeks. Times are UTC. */

/** A grain of kept figures. */
export type Span = 'minute' | 'hour';

interface Grain {
  readonly ms: number;
  /** How much of an ISO instant names it. */
  readonly characters: number;
}

const grains: Readonly<Record<Span, Grain>> = {
  minute: { ms: 60_000, characters: 16 },
  hour: { ms: 3_600_000, characters: 13 },
};

/** Both grains. */
export const spans: readonly Span[] = ['minute', 'hour'];

/** How long a grain lasts, in milliseconds. */
export function spanMs(span: Span): number {
  return grains[span].ms;
}

/** The grain's own beginning at or before `at`. */
export function spanStart(span: Span, at: Date): Date {
  const { ms } = grains[span];
  return new Date(Math.floor(at.getTime() / ms) * ms);
}

/** Names the grain that `at` lies in, such that names sort by time. */
export function spanName(span: Span, at: Date): string {
  return `${span}.${at.toISOString().slice(0, grains[span].characters)}`;
}
