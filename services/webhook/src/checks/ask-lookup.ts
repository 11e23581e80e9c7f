/** The check that asks a look-up's vendor: its request, what an answer says, and the answers that are kept for others. */
import {
  leadSourceOf,
  LOOKUP_PREFIX,
  type Lookup,
  type LookupAnswer,
  type LookupCheck,
  type OwnReason,
} from '@sluice/contracts';
import {
  lookupFingerprint,
  lookupPatience,
  lookupRequest,
  readLookup,
  recallLookup,
  secretNamesOfLookup,
} from '@sluice/domain';
import { eraseAgain, now, unsealSecrets } from '@sluice/pipeline';
import type { StoredSubmission } from '@sluice/store';
import { answeredBefore, type EndedCheck, type VendorCheck } from './check-call.js';
import type { WebhookDeps } from '../deps.js';

/** What is asked; how it ends if nobody has to be asked, or can be. */
export async function askLookup(
  deps: WebhookDeps,
  submission: StoredSubmission,
  check: LookupCheck,
): Promise<VendorCheck<LookupAnswer> | EndedCheck> {
  const { tenantId } = submission;
  const lookupId = check.slice(LOOKUP_PREFIX.length);
  const { lookups, lookupAnswers } = deps.stores.forTenant(tenantId);
  const lookup = await lookups.cached(lookupId);
  if (!lookup || !lookup.active || lookup.archivedAt !== undefined)
    return { result: { kind: 'skipped', reason: 'no_longer_configured' } };
  const source = { ...submission, ...leadSourceOf(submission), files: [] };
  const plain = lookupRequest(lookup, source);
  if (plain.kind === 'impossible') return failed(plain.reason);
  const key = `${lookupId}.${lookupFingerprint(plain, lookup)}`;
  const { leadId } = submission;
  const kept = lookup.cacheDays > 0 ? await lookupAnswers.take(key, leadId, now(deps)) : undefined;
  if (kept) {
    await eraseAgain(deps, submission);
    return answeredBefore(kept, now(deps));
  }
  const names = secretNamesOfLookup(lookup);
  const { values, redact } = await unsealSecrets(deps, tenantId, names);
  const request = lookupRequest(lookup, source, values);
  if (request.kind === 'impossible') return failed(request.reason);
  const { kind: _, ...sent } = request;
  const timeoutMs = lookup.timeoutSeconds * 1_000;
  return {
    url: new URL(request.url).origin,
    timeoutMs,
    redact,
    send: () => deps.outbound.send({ ...sent, timeoutMs }),
    read: (answer, at) => readLookup(lookup, answer, at),
    patience: lookupPatience,
    recall: recallLookup,
    keep: async (answer) => {
      if (lookup.cacheDays === 0) return;
      await lookupAnswers.keep(key, leadId, answer, endOf(lookup, answer));
      // The person may have been erased meanwhile.
      await eraseAgain(deps, submission);
    },
  };
}

function failed(reason: string = 'unknown' satisfies OwnReason): EndedCheck {
  return { result: { kind: 'failed', reason } };
}

function endOf({ cacheDays }: Lookup, { at }: LookupAnswer): Date {
  return new Date(at.getTime() + cacheDays * 24 * 3_600_000);
}
