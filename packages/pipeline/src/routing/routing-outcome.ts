/** Where the submissions of a lead were routed, read from the journal, and which of them have an unknown outcome. */
import type { Routed, SubmissionRecord } from '@sluice/contracts';
import { UNKNOWN_OUTCOME } from '@sluice/domain';
import type { TenantStores } from '@sluice/store';

/** The `routed` decision of a submission without its trace, and the generation of routing that decided it. */
export interface RoutingOutcome {
  readonly routed: Omit<Routed, 'trace'>;
  readonly generation: number;
}

/** The latest routing outcome of a submission; undefined if it was never routed. */
export async function lastRouting(
  { journal }: Pick<TenantStores, 'journal'>,
  submissionId: string,
): Promise<RoutingOutcome | undefined> {
  const history = await journal.history(submissionId);
  for (const { decision, generation } of history.toReversed()) {
    if (decision.kind === 'routed') return { routed: decision, generation };
  }
  return undefined;
}

/** The earlier submissions of the lead whose outcome is unknown: the buyer may have the lead from them. */
export async function unknownBefore(
  { leads, submissions }: Pick<TenantStores, 'leads' | 'submissions'>,
  leadId: string,
  submissionId: string,
): Promise<readonly SubmissionRecord[]> {
  const before = (await leads.before(leadId, submissionId)) ?? [];
  const found = await Promise.all(before.map((id) => submissions.find(id)));
  return found.flatMap((one) => (one?.reason === UNKNOWN_OUTCOME ? [one] : []));
}
