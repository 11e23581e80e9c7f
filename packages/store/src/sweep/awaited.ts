/**
 * What held leads wait for, such as a count, of all tenants. Skips from name to name along an index, so that the cost
 * does not depend on how many leads wait. One of the few places that read across tenants.
 */
import type { Collection } from 'mongodb';
import type { SubmissionDocument } from '../submissions/submission-document.js';

/** What held leads of one tenant wait for. */
export interface Awaited {
  readonly tenantId: string;
  readonly names: readonly string[];
}

/** Lists it, tenant by tenant. */
export type ListAwaited = () => AsyncIterable<Awaited>;

export function createListAwaited(submissions: Collection<SubmissionDocument>): ListAwaited {
  return async function* () {
    for (let tenantId = await tenantAfter(submissions, ''); tenantId !== undefined;) {
      yield { tenantId, names: await namesOf(submissions, tenantId) };
      tenantId = await tenantAfter(submissions, tenantId);
    }
  };
}

async function tenantAfter(
  submissions: Collection<SubmissionDocument>,
  tenantId: string,
): Promise<string | undefined> {
  const [next] = await submissions
    .find({ tenantId: { $gt: tenantId }, waitsFor: { $exists: true } }, { projection: { tenantId: 1 } })
    .sort({ tenantId: 1, dueAt: 1 })
    .limit(1)
    .toArray();
  return next?.tenantId;
}

// Looks for one name in each gap between the names found so far, until every gap is empty. That works in any order, and
// a sharded cluster returns the entries of its shards in any order.
async function namesOf(submissions: Collection<SubmissionDocument>, tenantId: string): Promise<string[]> {
  const names: string[] = [];
  const gaps: { readonly $gt: string; readonly $lt?: string }[] = [{ $gt: '' }];
  for (let gap = gaps.pop(); gap; gap = gaps.pop()) {
    // A submission may wait for several names; its index entry says which of them was found.
    const [entry] = await submissions
      .find({ tenantId, waitsFor: { $exists: true, $elemMatch: gap } }, { returnKey: true })
      .hint({ tenantId: 1, waitsFor: 1, dueAt: 1 })
      .limit(1)
      .toArray();
    if (!entry) continue;
    const { waitsFor: name } = entry as unknown as { readonly waitsFor: string };
    names.push(name);
    gaps.push({ ...gap, $lt: name }, { ...gap, $gt: name });
  }
  return names;
}
