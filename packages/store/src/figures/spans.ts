/** The two resolutions in which figures are kept: minutes for a day, hours for five weeks. Times are UTC. */

/** A resolution of the kept figures. */
export type Span = 'minute' | 'hour';

interface Grain {
  readonly ms: number;
  /** The number of characters of an ISO instant that name it. */
  readonly characters: number;
}

const grains: Readonly<Record<Span, Grain>> = {
  minute: { ms: 60_000, characters: 16 },
  hour: { ms: 3_600_000, characters: 13 },
};

/** Both resolutions. */
export const spans: readonly Span[] = ['minute', 'hour'];

/** The length of a span, in milliseconds. */
export function spanMs(span: Span): number {
  return grains[span].ms;
}

/** The start of the span that contains `at`. */
export function spanStart(span: Span, at: Date): Date {
  const { ms } = grains[span];
  return new Date(Math.floor(at.getTime() / ms) * ms);
}

/** The name of the span that contains `at`; names sort by time. */
export function spanName(span: Span, at: Date): string {
  return `${span}.${at.toISOString().slice(0, grains[span].characters)}`;
}
