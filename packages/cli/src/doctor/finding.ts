/** The doctor's findings: something missing or wrong, with its remedy. */

/** The examined areas, in this order. */
export const areas = [
  'mongodb',
  'redis',
  'services',
  'queues',
  'outbox',
  'endpoints',
  'configuration',
  'leads',
] as const;
export type Area = (typeof areas)[number];

/** One problem. */
export interface Finding {
  readonly area: Area;
  /** One sentence. */
  readonly problem: string;
  /** One sentence: what to do about it. */
  readonly remedy: string;
}

/** The result of examining one part of an installation. */
export interface Examination {
  /** A one-sentence description of the part; absent if it does not answer. */
  readonly seen?: string;
  readonly findings: readonly Finding[];
  /** What could not be examined, in one sentence each with the reason. */
  readonly unseen: readonly string[];
}

/** A URL for people, without its credentials. */
export function shownUrl(url: string): string {
  return url.replace(/\/\/[^/@]*@/, '//***@').replace(/([?&]\w*password=)[^&#]*/gi, '$1***');
}

/** An age in words. */
export function ageText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 120
    ? `${seconds} s`
    : seconds < 7200
      ? `${Math.round(seconds / 60)} min`
      : `${Math.round(seconds / 3600)} h`;
}
