/**
 * What the fields of a body refer to: things that must exist, or must not. A refused body is checked for all of them, so
 * that its answer names those beside its other problems; the handlers find the first missing thing only, and none when
 * the body is invalid.
 */
import type { StoresFor } from '@sluice/pipeline';
import type { Route } from '@sluice/http';
import type { TenantStores } from '@sluice/store';

/** Looks a thing up by its id. */
type Find = (id: string) => Promise<unknown>;

interface References {
  readonly existing?: Readonly<Record<string, Find>>;
  readonly unused?: Readonly<Record<string, Find>>;
}

const toCampaign = ({ campaigns }: TenantStores): References => ({
  existing: { campaignId: (id) => campaigns.cached(id) },
});

/** The references in the body of each operation. A missing lead of a message or a pixel is NOT_FOUND instead. */
const referencesIn: Readonly<Record<string, (mine: TenantStores) => References>> = {
  createCampaign: ({ campaigns, clients, offers }) => ({
    existing: { clientId: (id) => clients.find(id), offerId: (id) => offers.find(id) },
    unused: { campaignId: (id) => campaigns.find(id) },
  }),
  submitLead: ({ campaigns, leads }) => ({
    existing: { campaignId: (id) => campaigns.cached(id), leadId: (id) => leads.find(id) },
  }),
  createLead: toCampaign,
  repostLead: toCampaign,
  deliverLead: toCampaign,
  moveLeadToCampaign: toCampaign,
  sendSms: ({ campaigns, interactions }) => ({
    existing: { campaignId: (id) => campaigns.cached(id), interactionId: (id) => interactions.find(id) },
  }),
  createOffer: ({ offers }) => ({ unused: { offerId: (id) => offers.find(id) } }),
  createAdjustment: ({ leads }) => ({ existing: { leadId: (id) => leads.find(id) } }),
  recordInteraction: ({ campaigns, leads }) => ({
    existing: { leadId: (id) => leads.find(id), campaignId: (id) => campaigns.cached(id) },
  }),
  upsertFile: ({ leads }) => ({ existing: { leadId: (id) => leads.find(id) } }),
};

const LONGEST_ID = 500;

/** The route with the check of its references, if its body has any. */
export function withReferences<Deps extends StoresFor<'forTenant'>>(route: Route<Deps>): Route<Deps> {
  const references = referencesIn[route.endpoint.operationId];
  if (!references) return route;
  return {
    ...route,
    referenceProblems: async (sent, { tenantId }, { stores }) => {
      const { existing = {}, unused = {} } = references(stores.forTenant(tenantId));
      const problems = await Promise.all([
        ...Object.entries(existing).map(async ([field, find]) => problemOf(sent, field, find, true)),
        ...Object.entries(unused).map(async ([field, find]) => problemOf(sent, field, find, false)),
      ]);
      return problems.flat();
    },
  };
}

async function problemOf(
  sent: Readonly<Record<string, unknown>>,
  field: string,
  find: Find,
  shouldExist: boolean,
): Promise<readonly string[]> {
  const id = sent[field];
  // Anything else is a problem that the schema reports.
  if (typeof id !== 'string' || id === '' || id.length > LONGEST_ID) return [];
  const exists = (await find(id)) !== undefined;
  if (exists === shouldExist) return [];
  return [`${field}: ${shouldExist ? 'does not exist' : 'already in use'}`];
}
