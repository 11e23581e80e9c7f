/**
 * Waves: how much of a crowd's work the sweep brings at once while others have work too. A wave follows when the one
 * before is through. Each that was through by the next look lets the next be larger; after one that was not comes a
 * rest of as many looks as it took longer, and a smaller one. So the crowd takes what the installation can give beside
 * the others, however large it is.
 */

/** Sizes the waves, look by look. */
export interface Waves<Work> {
  /** What of the last wave is asked after. */
  readonly last: readonly Work[];
  /** How much may be brought now, given how much of the last wave is not through. */
  next(left: number): number;
  /** How much of it there was, and what of that to ask after. A wave that was not full says nothing about the next one. */
  went(count: number, wave: readonly Work[]): void;
  /** Nobody has to give way any more. */
  over(): void;
}

const LEAST = 8;
const STEP = 4;
/** A wave is through when no more than this part of it is left. */
const LEFT_AT_MOST = 1 / 4;
/** What takes more looks than this is stuck somewhere, and holds up nothing behind it. */
const LOOKS_AT_MOST = 10;

/** Begins with small waves. */
export function createWaves<Work>(): Waves<Work> {
  let last: readonly Work[] = [];
  let size = LEAST;
  let judged = true;
  let looks = 0;
  let rest = 0;
  return {
    get last() {
      return last;
    },
    next(left) {
      looks += 1;
      const through = left <= last.length * LEFT_AT_MOST || looks > LOOKS_AT_MOST;
      if (!judged) size = through ? size + STEP : Math.max(LEAST, Math.floor(size / 2));
      judged = true;
      if (looks > LOOKS_AT_MOST) rest = 0;
      if (through && rest === 0) return size;
      rest += through ? -1 : 1;
      return 0;
    },
    went(count, wave) {
      last = wave;
      judged = count < size;
      looks = 0;
      rest = 0;
    },
    over() {
      last = [];
      size = LEAST;
      judged = true;
      looks = 0;
      rest = 0;
    },
  };
}
