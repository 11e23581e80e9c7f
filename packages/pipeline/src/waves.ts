/**
 * Waves: how much of a crowd's work the sweep brings at once while others have work too. A wave follows when the one
 * before is through. Each that was through by the next look lets the next be larger; after one that was not comes a
 * rest of as many looks as it took longer, and a smaller one. So the crowd takes what the installation can give beside
 * the others, however large it is.
 */

/** Sizes the waves, look by look. */
export interface Waves {
  /** How much may be brought now, given how much waits for the first stages or is in their hands. */
  next(inHand: number): number;
  /** How much of it there was: a wave that was not full says nothing about the next one. */
  went(count: number): void;
  /** Nobody has to give way any more. */
  over(): void;
}

const LEAST = 8;
const STEP = 4;
/** A wave is through when no more than this is left, of it or of what others brought meanwhile. */
const THROUGH = 4;

/** Begins with small waves. */
export function createWaves(): Waves {
  let size = LEAST;
  let underWay = false;
  let rest = 0;
  return {
    next(inHand) {
      const through = inHand <= THROUGH;
      if (underWay) size = through ? size + STEP : Math.max(LEAST, Math.floor(size / 2));
      underWay = false;
      if (through && rest === 0) return size;
      rest += through ? -1 : 1;
      return 0;
    },
    went(count) {
      underWay = count >= size;
    },
    over() {
      size = LEAST;
      underWay = false;
      rest = 0;
    },
  };
}
