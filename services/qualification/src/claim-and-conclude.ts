/** Concludes a qualification together with the duplicate claims that it rests on. */
import type { QualificationDecision } from '@sluice/contracts';
import type { DedupeOutcome } from '@sluice/domain';
import {
  claimOne,
  conclude,
  nothingToClaim,
  releaseFormerValues,
  wantedClaims,
  type ClaimSubject,
  type Core,
  type LoadedSubmission,
} from '@sluice/pipeline';
import { failpoint } from '@sluice/process';
import type { StageOutcome } from '@sluice/queue';

/**
 * Claims the values of a submission and records what `decide` decides about its duplicates, then advances by it.
 * Undefined, with nothing recorded, while another lead holds a value and is not qualified yet.
 */
export async function claimAndConclude(
  core: Core,
  loaded: LoadedSubmission<'qualification'>,
  subject: ClaimSubject,
  decide: (dedupe: DedupeOutcome) => Promise<QualificationDecision>,
): Promise<StageOutcome | undefined> {
  const wanted = wantedClaims(core, subject);
  const [first] = wanted;
  if (!first) return (await conclude(core, loaded, await decide(nothingToClaim(subject)))).outcome;
  const ids = wanted.map(({ id }) => id);
  const unique = withClaims(await decide({ kind: 'unique' }), ids);
  // Most leads are unique, and their claims and decision are one step. One that finds a claim held looks whose it is,
  // and goes on behind it if it is its own, or has expired.
  for (let taken = 0; ;) {
    const claims = { ids: ids.slice(taken), expiresAt: first.expiresAt };
    const concluded = await conclude(core, loaded, unique, { guard: { claims } });
    if (concluded.kind === 'concluded') {
      if (concluded.ours) await releaseFormerValues(core, subject, wanted, concluded.recorded);
      return concluded.outcome;
    }
    const refused = taken + concluded.made;
    const value = wanted[refused];
    if (!value) throw new Error('a claim was refused that was not asked for');
    const answer = await claimOne(core, subject.submission, loaded.stores.duplicateClaims, value);
    if (answer.kind === 'undecided') return undefined;
    if (answer.kind === 'held') {
      const dedupe = { kind: 'duplicate', field: value.field, ofLeadId: answer.holder.leadId } as const;
      const duplicate = withClaims(await decide(dedupe), ids.slice(0, refused));
      return (await conclude(core, loaded, duplicate)).outcome;
    }
    await failpoint('after-duplicate-claim', subject.submission);
    taken = refused + 1;
  }
}

/** The decision of a submission that has taken these claims. */
export function withClaims(
  decision: QualificationDecision,
  claims: readonly string[],
): QualificationDecision {
  return claims.length > 0 ? { ...decision, claims } : decision;
}
