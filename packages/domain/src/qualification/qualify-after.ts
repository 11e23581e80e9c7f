/** The next decision of a qualification, once the check has ended that the one before it asked for. */
import {
  LOOKUP_PREFIX,
  type Asking,
  type Campaign,
  type Effect,
  type Lookup,
  type QualificationDecision,
} from '@sluice/contracts';
import { consentOutcome } from '../consent/consent-outcome.js';
import { checkOutcome, qualifyAfterCheck } from '../language-model/check-outcome.js';
import { lookupOutcome } from '../lookups/lookup-outcome.js';
import { qualifyAfterConsent, qualifyAfterLookup, type RestOfChecks } from './go-on.js';

/** What the rest of a qualification is decided by. */
export interface AfterCheck {
  /** The campaign as it is now; undefined if it no longer exists. */
  readonly campaign: Campaign | undefined;
  readonly campaignId: string;
  readonly rest: RestOfChecks;
  /** What happens without an answer, if the check is a look-up. */
  readonly onError: Lookup['onError'];
}

/** Decides by the stored check, or as a simulation, which asks nobody; undefined while the check has not ended. */
export function qualifyAfter(
  asking: Asking,
  check: Pick<Effect, 'status' | 'attempts' | 'reason'> | 'assumed' | undefined,
  { campaign, campaignId, rest, onError }: AfterCheck,
): QualificationDecision | undefined {
  const assumed = check === 'assumed' ? ({ kind: check } as const) : undefined;
  const stored = check === 'assumed' ? undefined : check;
  const input = { asking, campaign, campaignId, rest };
  if (asking.check === 'llm') {
    const outcome = assumed ?? checkOutcome(stored, asking);
    return outcome && qualifyAfterCheck({ ...input, ...rest, outcome });
  }
  const lookupId = lookupOfCheck(asking);
  if (lookupId === undefined) {
    const outcome = assumed ?? consentOutcome(stored);
    return outcome && qualifyAfterConsent({ ...input, outcome });
  }
  const outcome = assumed ?? lookupOutcome(stored);
  return outcome && qualifyAfterLookup({ ...input, lookupId, outcome, onError });
}

/** The look-up that is asked for; undefined if it is another check. */
export function lookupOfCheck({ check }: Pick<Asking, 'check'>): string | undefined {
  return check.startsWith(LOOKUP_PREFIX) ? check.slice(LOOKUP_PREFIX.length) : undefined;
}
