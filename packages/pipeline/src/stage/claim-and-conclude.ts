/** Concludes a qualification together with the duplicate claims that it rests on. */
import type { QualificationDecision } from '@sluice/contracts';
import type { DedupeOutcome } from '@sluice/domain';
import type { StageOutcome, StageRun } from '@sluice/runtime';
import type { Core } from '../core.js';
import { claimValues, wantedClaims, type ClaimSubject } from './claim-values.js';
import { concludeIfFree, concludeStage, type LoadedSubmission } from './load-and-record.js';

/**
 * Claims the values of a submission and records what `decide` decides about its duplicates, then advances by it.
 * Undefined, with nothing recorded, while another lead holds a value and is not qualified yet.
 */
export async function claimAndConclude(
  core: Core,
  loaded: LoadedSubmission<'qualification'>,
  subject: ClaimSubject,
  run: StageRun,
  decide: (dedupe: DedupeOutcome) => Promise<QualificationDecision>,
): Promise<StageOutcome | undefined> {
  // Most leads are unique, and their claims and decision are one step. A lead that runs again may hold claims already.
  const wanted = run.first ? wantedClaims(core, subject) : [];
  const [first] = wanted;
  let taken = 0;
  if (first) {
    const claims = { ids: wanted.map(({ id }) => id), expiresAt: first.expiresAt };
    const unique = withClaims(await decide({ kind: 'unique' }), claims.ids);
    const concluded = await concludeIfFree(core, loaded, claims, unique);
    if (typeof concluded !== 'number') return concluded;
    taken = concluded;
  }
  const claimed = await claimValues(core, subject, loaded.stores.duplicateClaims, taken);
  if (claimed.kind === 'undecided') return undefined;
  return concludeStage(core, loaded, withClaims(await decide(claimed.dedupe), claimed.claims));
}

/** The decision of a submission that has taken these claims. */
export function withClaims(
  decision: QualificationDecision,
  claims: readonly string[],
): QualificationDecision {
  return claims.length > 0 ? { ...decision, claims } : decision;
}
