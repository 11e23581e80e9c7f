/** POST /api/v1/campaigns (§4.1). */
import {
  ApiError,
  createCampaign,
  currencyProblem,
  isNamedNext,
  itemReferences,
  type Campaign,
  type CreateCampaignInput,
  type Section,
} from '@sluice/contracts';
import { documentProblems } from '@sluice/domain';
import type { StoresFor } from '@sluice/pipeline';
import { defineRoute } from '@sluice/http';
import type { TenantStores } from '@sluice/store';
import { byKey } from '../references/by-key.js';
import { referenced, refused } from '../references/refuse-missing.js';
import { campaignCodes } from './campaign-codes.js';
import { presentCampaign } from './present-campaign.js';

type Deps = StoresFor<'clock' | 'forTenant'>;

export const createCampaignRoute = defineRoute(
  createCampaign,
  async ({ body, tenant, ids }, { stores }: Deps) => {
    const mine = stores.forTenant(tenant.tenantId);
    const details = [...documentProblems(body.documents), ...(await archivedReferences(body, mine))];
    if (details.length > 0) throw new ApiError('VALIDATION_ERROR', { details });
    const at = stores.clock.now().toISOString();
    const { client, offer } = await partners(body, mine);
    const codes =
      body.campaignId === undefined
        ? campaignCodes(client.abbrev, offer.abbrev, ids.seed)
        : [body.campaignId];
    for (const campaignId of codes) {
      // A generated code may be one that the campaign names as another's.
      if (isNamedNext(body, campaignId)) continue;
      const campaign: Campaign = { ...body, campaignId, createdAt: at, updatedAt: at };
      const added = await mine.campaigns.add(campaignId, campaign, ids.seed, byKey(tenant));
      if (added) return presentCampaign(added, mine);
    }
    throw refused('campaignId', 'already in use');
  },
);

// As in a form or a tenant file, nothing new names what is archived.
async function archivedReferences(
  campaign: CreateCampaignInput,
  mine: Pick<TenantStores, Section>,
): Promise<readonly string[]> {
  const references = itemReferences('campaigns', campaign);
  const named = new Map(references.map((each) => [`${each.section}/${each.id}`, each]));
  // Not by the cache, which may not know yet what was archived a moment ago.
  const archived = new Set<string>();
  await Promise.all(
    [...named].map(async ([name, { section, id }]) => {
      const item = (await mine[section].find(id)) as { archivedAt?: string; active?: boolean } | undefined;
      const isArchived = section === 'fieldLibrary' ? item?.active === false : item?.archivedAt !== undefined;
      if (isArchived) archived.add(name);
    }),
  );
  return references
    .filter(({ section, id }) => archived.has(`${section}/${id}`))
    .map(({ at, kind, id }) => `${at}: ${kind} ${id} is archived`);
}

async function partners(
  campaign: CreateCampaignInput,
  { clients, offers }: Pick<TenantStores, 'clients' | 'offers'>,
) {
  const { clientId, offerId } = campaign;
  const [client, offer] = await Promise.all([clients.find(clientId), offers.find(offerId)]);
  const both = { client: referenced('clientId', client), offer: referenced('offerId', offer) };
  const differs = currencyProblem(campaign, both.client);
  if (differs !== undefined) throw new ApiError('VALIDATION_ERROR', { details: [differs] });
  return both;
}
