/** What is known about a submission's lead when a decision about it is made. */
import {
  fileOperators,
  leadSourceOf,
  lookupOfField,
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
  about: SubmissionRecord | LeadRecord,
  campaigns: readonly (Campaign | undefined)[],
): Promise<LeadFacts> {
  const { tenantId, leadId, campaignId, isTest, data } = about;
  const stores = core.stores.forTenant(tenantId);
  const at = now(core);
  const own = campaigns.find((campaign) => campaign?.campaignId === campaignId);
  const mayNeedFiles = campaigns.some((campaign) => campaign && looksAtFiles(campaign));
  const files = mayNeedFiles ? await stores.files.ofLead(leadId, at) : [];
  // One after another: nearly always cached, and then combining them would cost more than it saves.
  const valueSets = valuesOf(await stores.valueSets.allCached());
  const client = own && (await stores.clients.cached(own.clientId));
  const timezone = (await core.stores.tenants.cached(tenantId))?.settings.timezone;
  return {
    leadId,
    campaignId,
    isTest,
    ...leadSourceOf(about),
    data,
    files,
    valueSets,
    now: at,
    timezone: own ? campaignTimezone(own, client, timezone) : (timezone ?? 'UTC'),
  };
}

const valuesOf = oncePer(
  (valueSets: readonly ValueSet[]): LeadFacts['valueSets'] =>
    new Map(valueSets.map(({ valueSetId, values }) => [valueSetId, values])),
);

// Files need a query of their own, and few campaigns have conditions on them.
const looksAtFiles = oncePer((campaign: Campaign) =>
  holdsCondition(campaign, (field, operator) => fileOperators.has(operator) || field.startsWith('file.')),
);
const looksAtLookups = oncePer((campaign: Campaign) =>
  holdsCondition(campaign, (field) => lookupOfField(field) !== undefined),
);

/** Whether a campaign has conditions on the answers of look-ups. */
export function readsLookups(campaign: Campaign | undefined): boolean {
  return campaign !== undefined && looksAtLookups(campaign);
}

// The caches return the same configuration until it is reloaded, so what follows from it is computed once.
function oncePer<Of extends object, Result>(compute: (of: Of) => Result): (of: Of) => Result {
  const computed = new WeakMap<Of, Result>();
  return (of) => {
    const result = computed.get(of) ?? compute(of);
    computed.set(of, result);
    return result;
  };
}

// Conditions occur in many places of a campaign; each has a field and an operator.
function holdsCondition(part: unknown, isOne: (field: string, operator: unknown) => boolean): boolean {
  if (typeof part !== 'object' || part === null) return false;
  const { field, operator } = part as { readonly field?: unknown; readonly operator?: unknown };
  if (isOne(typeof field === 'string' ? field : '', operator)) return true;
  return Object.values(part).some((inner) => holdsCondition(inner, isOne));
}
