/** The tenants of a run: tenant.yaml, and the promises in it that the checker holds Sluice to. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

/** The file that is applied for each tenant. */
export const tenantFile = fileURLToPath(new URL('../../tenant.yaml', import.meta.url));

/** The names of the tenants. */
export const tenants = ['north', 'south', 'burst'] as const;

/** The campaign whose buyer is never there. */
export const DEAD_CAMPAIGN = 'DEAD';

/** What the buyer of SPEND sometimes pays instead of its price. */
export const ANSWERED_PRICE = 3.1;

/** What one campaign of one tenant is promised, as the file has it; money in units. */
export interface ChaosCampaign {
  readonly tenantId: string;
  readonly campaignId: string;
  /** Its buyer's path, which no other campaign uses. */
  readonly path: string;
  /** At most one. */
  readonly deliveryLimits?: readonly { readonly cap?: number; readonly budget?: number }[];
  readonly price?: { readonly amount: number };
  readonly answered?: number;
  readonly returns?: { readonly maximumPercent: number };
}

/** All campaigns of all tenants. */
export function readCampaigns(): readonly ChaosCampaign[] {
  const { campaigns } = parse(readFileSync(tenantFile, 'utf8')) as { campaigns: readonly ChaosCampaign[] };
  return tenants.flatMap((tenantId) =>
    campaigns.map((campaign) => ({
      ...campaign,
      tenantId,
      path: `/buyers/${tenantId}/${campaign.campaignId.toLowerCase()}`,
      ...(campaign.campaignId === 'SPEND' && { answered: ANSWERED_PRICE }),
    })),
  );
}
