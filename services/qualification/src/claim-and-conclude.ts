/** Concludes a qualification together with the duplicate claims that it rests on. */
import { supplierSlotName, type Decision, type QualificationDecision } from '@sluice/contracts';
import {
  overSupplierLimit,
  withinSupplierLimit,
  type DedupeOutcome,
  type SupplierCount,
} from '@sluice/domain';
import {
  claimOne,
  conclude,
  countOfSupplier,
  nothingToClaim,
  now,
  Openings,
  releaseFormerValues,
  wantedClaims,
  type ClaimSubject,
  type Core,
  type LoadedSubmission,
} from '@sluice/pipeline';
import { failpoint } from '@sluice/process';
import type { StageOutcome, StageRun } from '@sluice/queue';
import type { Refused, WantedName } from '@sluice/store';

// One for all leads of the process.
const openings = new Openings();

/** The name that a lead opens in the count of its supplier, and the count. */
interface Supplied {
  readonly count: SupplierCount;
  readonly opening: string;
  readonly names: readonly WantedName[];
  /** Whether an earlier run may have died and left the name open. */
  readonly again: boolean;
}

/**
 * Claims the values of a submission and records what `decide` decides about its duplicates, then advances by it. A lead
 * that is one too many of its supplier claims nothing and is rejected. Undefined, with nothing recorded, while another
 * lead holds a value and is not qualified yet, or the supplier's count cannot be read.
 */
export async function claimAndConclude(
  core: Core,
  loaded: LoadedSubmission<'qualification'>,
  run: StageRun,
  subject: ClaimSubject,
  decide: (dedupe: DedupeOutcome) => Promise<QualificationDecision>,
): Promise<StageOutcome | undefined> {
  const supplied = await suppliedBy(core, loaded, run);
  const names = supplied?.names ?? [];
  const wanted = wantedClaims(core, subject);
  const [first] = wanted;
  if (!first) {
    const decision = ofSupplier(supplied, await decide(nothingToClaim(subject)));
    if (!supplied) return (await conclude(core, loaded, decision)).outcome;
    const concluded = await conclude(core, loaded, decision, { guard: { names } });
    if (concluded.kind !== 'concluded') return withoutRoom(core, loaded, supplied, concluded.by);
    await giveBack(loaded, supplied, concluded);
    return concluded.outcome;
  }
  const ids = wanted.map(({ id }) => id);
  const unique = withClaims(ofSupplier(supplied, await decide({ kind: 'unique' })), ids);
  // Most leads are unique, and their claims and decision are one step. One that finds a claim held looks whose it is,
  // and goes on behind it if it is its own, or has expired.
  for (let taken = 0; ;) {
    const claims = { ids: ids.slice(taken), expiresAt: first.expiresAt };
    const concluded = await conclude(core, loaded, unique, { guard: { names, claims } });
    if (concluded.kind === 'concluded') {
      await giveBack(loaded, supplied, concluded);
      if (concluded.ours) await releaseFormerValues(core, subject, wanted, concluded.recorded);
      return concluded.outcome;
    }
    if (supplied && typeof concluded.by === 'object')
      return withoutRoom(core, loaded, supplied, concluded.by);
    const refused = taken + concluded.made - names.length;
    const value = wanted[refused];
    if (!value) throw new Error('a claim was refused that was not asked for');
    const answer = await claimOne(core, subject.submission, loaded.stores.duplicateClaims, value);
    if (answer.kind === 'undecided') {
      if (supplied) await release(loaded, supplied);
      return undefined;
    }
    if (answer.kind === 'held') {
      const dedupe = { kind: 'duplicate', field: value.field, ofLeadId: answer.holder.leadId } as const;
      const duplicate = withClaims(ofSupplier(supplied, await decide(dedupe)), ids.slice(0, refused));
      const refusedBy = await conclude(core, loaded, duplicate);
      await giveBack(loaded, supplied, refusedBy);
      return refusedBy.outcome;
    }
    await failpoint('after-duplicate-claim', subject.submission);
    taken = refused + 1;
  }
}

async function suppliedBy(
  core: Core,
  { submission, stores }: LoadedSubmission<'qualification'>,
  { first }: StageRun,
): Promise<Supplied | undefined> {
  const count = await countOfSupplier(core, submission);
  if (!count) return undefined;
  const name = supplierSlotName(submission.submissionId);
  const opening = openings.next(name);
  const names = stores.counts.wanted({ name, opening }, now(core), [count]);
  return { count, opening, names, again: !first };
}

// The decision with what it rests on at its supplier's count.
function ofSupplier(supplied: Supplied | undefined, decision: QualificationDecision): QualificationDecision {
  if (!supplied) return decision;
  const { opening, count } = supplied;
  return { ...decision, opening, trace: [...withinSupplierLimit(count), ...decision.trace] };
}

// Another worker may have decided, and counts the lead under an opening of its own. One that died before it decided has
// left an opening too, which would take the place of another lead.
async function giveBack(
  loaded: LoadedSubmission<'qualification'>,
  supplied: Supplied | undefined,
  { ours, recorded }: { readonly ours: boolean; readonly recorded: Decision },
): Promise<void> {
  if (!supplied) return;
  if (!ours && recorded.opening !== supplied.opening) await release(loaded, supplied);
  if (!supplied.again) return;
  const name = supplierSlotName(loaded.submission.submissionId);
  await loaded.stores.counts.releaseOthers(name, recorded.opening, [supplied.count.name]);
}

async function release(
  { stores, submission }: LoadedSubmission<'qualification'>,
  { opening, count }: Supplied,
): Promise<void> {
  const slot = { name: supplierSlotName(submission.submissionId), opening };
  await stores.counts.release(slot, [count.name]);
}

// Full, or in a time zone that has changed, by which it is then counted anew.
async function withoutRoom(
  core: Core,
  loaded: LoadedSubmission<'qualification'>,
  supplied: Supplied,
  refused: Refused,
): Promise<StageOutcome | undefined> {
  const { count } = supplied;
  const room = await loaded.stores.counts.follow(refused, [count]);
  if (room.kind !== 'full') return undefined;
  const concluded = await conclude(core, loaded, overSupplierLimit(count, room.limits));
  await giveBack(loaded, supplied, concluded);
  return concluded.outcome;
}

/** The decision of a submission that has taken these claims. */
export function withClaims(
  decision: QualificationDecision,
  claims: readonly string[],
): QualificationDecision {
  return claims.length > 0 ? { ...decision, claims } : decision;
}
