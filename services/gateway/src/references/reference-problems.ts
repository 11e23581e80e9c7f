/**
 * What the fields of a body refer to: things that must exist, or must not. A refused body is checked for all of them, so
 * that its answer names those beside its other problems; the handlers find the first missing thing only, and none when
 * the body is invalid.
 */
import type { StoresFor } from '@sluice/pipeline';
import type { Route } from '@sluice/http';
import type { TenantStores } from '@sluice/store';

/** Where the thing that a field names is stored. */
const storeOf = {
  campaignId: 'campaigns',
  clientId: 'clients',
  interactionId: 'interactions',
  leadId: 'leads',
  offerId: 'offers',
} as const satisfies Readonly<Record<string, keyof TenantStores>>;

type Field = keyof typeof storeOf;

interface References {
  readonly existing?: readonly Field[];
  readonly unused?: Field;
}

/** The references in the body of each operation. A missing lead of a message or a pixel is NOT_FOUND instead. */
const referencesIn: Readonly<Record<string, References>> = {
  createCampaign: { existing: ['clientId', 'offerId'], unused: 'campaignId' },
  submitLead: { existing: ['campaignId', 'leadId'] },
  createLead: { existing: ['campaignId'] },
  repostLead: { existing: ['campaignId'] },
  deliverLead: { existing: ['campaignId'] },
  moveLeadToCampaign: { existing: ['campaignId'] },
  sendSms: { existing: ['campaignId', 'interactionId'] },
  createOffer: { unused: 'offerId' },
  createAdjustment: { existing: ['leadId'] },
  recordInteraction: { existing: ['leadId', 'campaignId'] },
  upsertFile: { existing: ['leadId'] },
};

const LONGEST_ID = 500;

/** The route with the check of its references, if its body has any. */
export function withReferences<Deps extends StoresFor<'forTenant'>>(route: Route<Deps>): Route<Deps> {
  const references = referencesIn[route.endpoint.operationId];
  if (!references) return route;
  return {
    ...route,
    referenceProblems: async (sent, { tenantId }, { stores }) => {
      const { existing = [], unused } = references;
      const mine = stores.forTenant(tenantId);
      const problems = await Promise.all([
        ...existing.map((field) => problemOf(mine, sent, field, 'does not exist')),
        ...(unused ? [problemOf(mine, sent, unused, 'already in use')] : []),
      ]);
      return problems.flat();
    },
  };
}

async function problemOf(
  mine: TenantStores,
  sent: Readonly<Record<string, unknown>>,
  field: Field,
  problem: 'does not exist' | 'already in use',
): Promise<readonly string[]> {
  const id = sent[field];
  // Anything else is a problem that the schema reports.
  if (typeof id !== 'string' || id === '' || id.length > LONGEST_ID) return [];
  const mustExist = problem === 'does not exist';
  // Handlers look for campaigns in the same cache.
  const isCached = mustExist && field === 'campaignId';
  const found = isCached ? await mine.campaigns.cached(id) : await mine[storeOf[field]].find(id);
  return (found !== undefined) === mustExist ? [] : [`${field}: ${problem}`];
}
