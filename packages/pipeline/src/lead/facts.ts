/** What is known about a submission's lead when a decision about it is made. */
import {
  fileOperators,
  leadSourceOf,
  lookupOfField,
  type Campaign,
  type LeadRecord,
  type SubmissionRecord,
} from '@sluice/contracts';
import { campaignTimezone, type LeadFacts } from '@sluice/domain';
import type { TenantStores } from '@sluice/store';
import { now, type StoresFor } from '../core.js';

/**
 * Collects the facts of a submission or lead; includes its files when one of `campaigns` has a condition on files, and the
 * value sets that their conditions name.
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
  const read = campaigns.filter((campaign) => campaign !== undefined).map(readByConditions);
  const files = read.some((each) => each.files) ? await stores.files.ofLead(leadId, at) : [];
  // One after another: nearly always cached, and then combining them would cost more than it saves.
  const valueSets = await namedSets(
    stores,
    read.flatMap((each) => each.valueSets),
  );
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

// Only these: a tenant may have millions of values.
async function namedSets(
  { valueSets }: Pick<TenantStores, 'valueSets'>,
  ids: readonly string[],
): Promise<LeadFacts['valueSets']> {
  if (ids.length === 0) return none;
  const found = await Promise.all([...new Set(ids)].map((id) => valueSets.cached(id)));
  return new Map(found.flatMap((set) => (set ? [[set.valueSetId, set.values] as const] : [])));
}

const none: LeadFacts['valueSets'] = new Map();

/** What conditions read that needs a query of its own. */
interface Read {
  readonly files: boolean;
  readonly lookups: boolean;
  /** Ids, each perhaps several times. */
  readonly valueSets: readonly string[];
}

const readByConditions = oncePer((campaign: Campaign) => readIn(campaign));

/** Whether a campaign has conditions on the answers of look-ups. */
export function readsLookups(campaign: Campaign | undefined): boolean {
  return campaign !== undefined && readByConditions(campaign).lookups;
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

// Conditions occur in many places of a campaign; each has a field and an operator, and may name a value set.
function readIn(part: unknown): Read {
  if (typeof part !== 'object' || part === null) return { files: false, lookups: false, valueSets: [] };
  const { field, operator, valueSetId } = part as Readonly<Record<string, unknown>>;
  const name = typeof field === 'string' ? field : '';
  const within = Object.values(part).map(readIn);
  return {
    files: fileOperators.has(operator) || name.startsWith('file.') || within.some(({ files }) => files),
    lookups: lookupOfField(name) !== undefined || within.some(({ lookups }) => lookups),
    valueSets: [
      ...(typeof valueSetId === 'string' ? [valueSetId] : []),
      ...within.flatMap(({ valueSets }) => valueSets),
    ],
  };
}
