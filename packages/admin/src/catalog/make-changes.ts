/** Makes the planned changes of a tenant's configuration, exactly these or none. */
import { finishPlan, reconsiderAll, now, type ConfigurationChange, type PlanStores } from '@sluice/pipeline';
import { failpoint } from '@sluice/process';
import { WriteTooLargeError, type ChangedBy } from '@sluice/store';
import { ApiError } from '@sluice/contracts';
import { changeText, type Change } from './plan-changes.js';
import type { ReadPlan } from './read-plan.js';

/** What making changes led to; `conflict` if the configuration was changed since the plan was read, and nothing was done. */
export type Made = { readonly kind: 'made'; readonly heldLeadsDue: number } | { readonly kind: 'conflict' };

/**
 * Makes the changes in the name of `by`. They are written down first, so that another process finishes them if this one
 * dies. If there are none, held leads are reconsidered that a dead process has left.
 * @throws ApiError VALIDATION_ERROR if an item is too large to be stored
 */
export async function makeChanges(
  stores: PlanStores,
  tenantId: string,
  { changes, writes, version }: Pick<ReadPlan, 'changes' | 'writes' | 'version'>,
  by: ChangedBy,
): Promise<Made> {
  const { configurations, tenants } = stores;
  const [known, interrupted] = await Promise.all([tenants.find(tenantId), tenants.isChanging(tenantId)]);
  if (changes.length === 0) {
    if (!interrupted) return { kind: 'made', heldLeadsDue: 0 };
    return { kind: 'made', heldLeadsDue: await reconsiderAll(stores, tenantId, now({ stores })) };
  }
  const begun = await configurations
    .begin(tenantId, { from: version, writes, ...by, lines: changes.map(changeText) })
    .catch(refuseTooLarge(changes));
  if (begun === 'conflict') return { kind: 'conflict' };
  await failpoint('after-plan-before-writes');
  // A tenant that has just been created holds no leads.
  const touched = known ? (interrupted ? { tenant: true } : touchedBy(changes)) : {};
  return { kind: 'made', heldLeadsDue: await finishPlan(stores, tenantId, touched) };
}

function touchedBy(changes: readonly Change[]): ConfigurationChange {
  const touched = changes.flatMap(({ touches }) => touches ?? []);
  return {
    campaigns: touched.flatMap(({ campaigns }) => campaigns ?? []),
    clients: touched.flatMap(({ clients }) => clients ?? []),
    deliveryEndpoints: touched.flatMap(({ deliveryEndpoints }) => deliveryEndpoints ?? []),
    tenant: touched.some(({ tenant }) => tenant),
  };
}

// The writes have the order of the changes.
function refuseTooLarge(changes: readonly Change[]): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof WriteTooLargeError)) throw error;
    const change = changes.filter(({ write }) => write)[error.place];
    const what = change ? `${change.kind} ${change.id}` : 'an item';
    throw new ApiError('VALIDATION_ERROR', {
      message: 'The tenant file cannot be applied; nothing was changed',
      details: [`${change?.section ?? 'file'}: ${what} is too large to be stored: at most 15 MB`],
    });
  };
}
