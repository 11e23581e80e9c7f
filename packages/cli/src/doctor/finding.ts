/** What the doctor finds: something that is missing or unwell, with how to mend it. */

/** What is looked at, in this order. */
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

/** One thing that is unwell. */
export interface Finding {
  readonly area: Area;
  /** One sentence. */
  readonly problem: string;
  /** One sentence: what to do about it. */
  readonly remedy: string;
}

/** What became of looking at one part of an installation. */
export interface Examination {
  /** What the part is, in one sentence; absent when it does not answer. */
  readonly seen?: string;
  readonly findings: readonly Finding[];
  /** What could not be looked at, each in one sentence that says why: of this nothing is known. */
  readonly unseen: readonly string[];
}

/** A URL for people: without the credentials it may carry. */
export function shownUrl(url: string): string {
  return url.replace(/\/\/[^/@]*@/, '//***@').replace(/([?&]\w*password=)[^&#]*/gi, '$1***');
}

/** What is old, in words. */
export function ageText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 120
    ? `${seconds} s`
    : seconds < 7200
      ? `${Math.round(seconds / 60)} min`
      : `${Math.round(seconds / 3600)} h`;
}
