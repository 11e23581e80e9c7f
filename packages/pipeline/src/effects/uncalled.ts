/** What follows for an effect whose call this worker did not make; the same for every kind. */
import type { DueEffect, OwnReason } from '@sluice/contracts';
import type { StageOutcome } from '@sluice/queue';
import { underWay, type Answered, type Called } from '../calls/claimed-call.js';
import { now } from '../core.js';
import { nothingLeft } from '../frame/load.js';
import { recordEffectResult, type RecordDeps } from './record-effect-result.js';

/** What came of a call that this worker did not make. */
export type Uncalled = Exclude<Called<unknown, unknown, unknown>, Answered<unknown, unknown>>;

/**
 * Waits for another worker's lease or for the circuit, which spends nothing; a call that was not sent is an attempt, and
 * the next one follows at once.
 */
export async function uncalled(core: RecordDeps, effect: DueEffect, called: Uncalled): Promise<StageOutcome> {
  switch (called.kind) {
    case 'under_way':
      return underWay(effect, effect.attempts.length + 1, called.until);
    case 'circuit_open':
      return recordEffectResult(core, effect, { kind: 'wait', at: called.until, reason: 'circuit_open' });
    case 'not_sent': {
      const { startedAt } = called;
      const at = now(core);
      const durationMs = at.getTime() - startedAt.getTime();
      const error = 'not_sent' satisfies OwnReason;
      return recordEffectResult(core, effect, {
        kind: 'again',
        at,
        attempt: { at: startedAt, durationMs, outcome: 'retry', error },
      });
    }
    case 'left':
      return nothingLeft;
  }
}
