/** What is known about a submission's lead when a decision about it is made. */
import {
  fileOperators,
  type Campaign,
  type LeadRecord,
  type SubmissionRecord,
  type ValueSet,
} from '@sluice/contracts';
import { campaignTimezone, type LeadFacts } from '@sluice/domain';
import { now, type StoresFor } from '../core.js';

/**
 * Collects the facts of a submission or lead; includes its files when one of `campaigns` has a condition on files.
 * Dates and ages use the time zone of the campaign it was submitted to, if that is among `campaigns`, and otherwise the
 * tenant's.
 */
export async function leadFacts(
  core: StoresFor<'clock' | 'forTenant' | 'tenants'>,
  { tenantId, leadId, campaignId, isTest, data }: SubmissionRecord | LeadRecord,
  campaigns: readonly (Campaign | undefined)[],
): Promise<LeadFacts> {
  const stores = core.stores.forTenant(tenantId);
  const at = now(core);
  const own = campaigns.find((campaign) => campaign?.campaignId === campaignId);
  // One after another: nearly always cached, and then combining them would cost more than it saves.
  const files = campaigns.some(looksAtFiles) ? await stores.files.ofLead(leadId, at) : [];
  const valueSets = valuesOf(await stores.valueSets.allCached());
  const client = own && (await stores.clients.cached(own.clientId));
  const timezone = (await core.stores.tenants.cached(tenantId))?.settings.timezone;
  return {
    leadId,
    campaignId,
    isTest,
    data,
    files,
    valueSets,
    now: at,
    timezone: own ? campaignTimezone(own, client, timezone) : (timezone ?? 'UTC'),
  };
}

const knownValues = new WeakMap<readonly ValueSet[], LeadFacts['valueSets']>();

// The cache returns the same list until it is reloaded.
function valuesOf(valueSets: readonly ValueSet[]): LeadFacts['valueSets'] {
  const known = knownValues.get(valueSets);
  if (known) return known;
  const values = new Map(valueSets.map((set) => [set.valueSetId, set.values]));
  knownValues.set(valueSets, values);
  return values;
}

const knownLooks = new WeakMap<Campaign, boolean>();

// Files need a query of their own, and few campaigns have conditions on them.
function looksAtFiles(campaign: Campaign | undefined): boolean {
  if (!campaign) return false;
  const looks = knownLooks.get(campaign) ?? holdsFileCondition(campaign);
  knownLooks.set(campaign, looks);
  return looks;
}

// Conditions occur in many places of a campaign; each has a field and an operator.
function holdsFileCondition(part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return false;
  const { field, operator } = part as { readonly field?: unknown; readonly operator?: unknown };
  if (fileOperators.has(operator) || (typeof field === 'string' && field.startsWith('file.'))) return true;
  return Object.values(part).some(holdsFileCondition);
}
