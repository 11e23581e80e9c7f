/** GET /api/v1/campaigns/{campaignId} (§4.1). */
import { getCampaign } from '@sluice/contracts';
import type { StoresFor } from '@sluice/pipeline';
import { defineRoute } from '@sluice/http';
import { found } from '../references/refuse-missing.js';
import { presentCampaign } from './present-campaign.js';

type Deps = StoresFor<'forTenant'>;

export const getCampaignRoute = defineRoute(getCampaign, async ({ params, tenant }, { stores }: Deps) => {
  const mine = stores.forTenant(tenant.tenantId);
  return presentCampaign(found(await mine.campaigns.find(params.campaignId)), mine);
});
