/**
 * Parts of a tenant's configuration that lead nowhere, or earn twice or nothing. References to things that may be added
 * later are accepted on writing and ignored while missing; the doctor reports them.
 */
import type { Finding } from '../finding.js';
import { incompleteCredentials, missingCredentials } from './credentials.js';
import { mailFindings } from './mail.js';
import { budgetInOtherCurrency, earnsTwice } from './money.js';
import { campaignsInUse } from './offered-leads.js';
import { missingDestination, missingForAgents, missingReferences } from './references.js';
import { missingSecrets, unsignedWebhooks } from './secrets.js';
import type { TenantConfiguration } from './tenant-configuration.js';

/** Everything of that kind. Campaigns that take no leads may be incomplete. */
export function configurationFindings(configuration: TenantConfiguration): readonly Finding[] {
  const { tenantId } = configuration.tenant;
  const active = campaignsInUse(configuration);
  const ofCampaigns = active.flatMap((campaign) => {
    const problems = [
      ...missingReferences(campaign, configuration),
      ...missingDestination(campaign, configuration),
      ...missingCredentials(campaign, configuration),
      ...earnsTwice(campaign),
      ...budgetInOtherCurrency(campaign, configuration),
    ];
    return problems.map(
      ([problem, remedy]) => [`campaign ${campaign.campaignId}: ${problem}`, remedy] as const,
    );
  });
  const all = [
    ...ofCampaigns,
    ...incompleteCredentials(configuration),
    ...missingForAgents(configuration),
    ...unsignedWebhooks(configuration),
    ...missingSecrets(configuration),
    ...mailFindings(configuration),
  ];
  return all.map(([problem, remedy]) => ({
    area: 'configuration',
    problem: `Tenant ${tenantId}, ${problem}.`,
    remedy,
  }));
}
