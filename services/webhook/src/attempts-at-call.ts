import type { DueEffect } from '@sluice/contracts';
import type { AttemptsOf } from '@sluice/store';

/** The attempts at the one call of this effect, a check's or a phone call. */
export function attemptsAtCall({ effectId }: Pick<DueEffect, 'effectId'>): AttemptsOf {
  return { submissionId: effectId, generation: 0 };
}
