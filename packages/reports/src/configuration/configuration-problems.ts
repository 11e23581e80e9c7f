/**
 * Parts of a tenant's configuration that lead nowhere, or earn twice or nothing. References to things that may be added
 * later are accepted on writing and ignored while missing; `sluice doctor` reports them.
 */
import { incompleteCredentials, missingCredentials } from './credentials.js';
import { mailFindings } from './mail.js';
import { budgetInOtherCurrency, earnsTwice } from './money.js';
import { campaignsInUse } from './offered-leads.js';
import { missingDestination, missingForAgents, missingReferences } from './references.js';
import { missingSecrets, unsignedWebhooks } from './secrets.js';
import { paidWithoutConsent, supplierProblems } from './suppliers.js';
import type { TenantConfiguration } from './tenant-configuration.js';

/** Something that leads nowhere, in one sentence, and what to do about it. */
export interface ConfigurationProblem {
  readonly problem: string;
  readonly remedy: string;
}

/** Everything of that kind. Campaigns that take no leads may be incomplete. */
export function configurationProblems(configuration: TenantConfiguration): readonly ConfigurationProblem[] {
  const { tenantId } = configuration.tenant;
  const active = campaignsInUse(configuration);
  const ofCampaigns = active.flatMap((campaign) => {
    const problems = [
      ...missingReferences(campaign, configuration),
      ...missingDestination(campaign, configuration),
      ...missingCredentials(campaign, configuration),
      ...earnsTwice(campaign),
      ...budgetInOtherCurrency(campaign, configuration),
      ...paidWithoutConsent(campaign, configuration),
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
    ...supplierProblems(configuration),
  ];
  return all.map(([problem, remedy]) => ({
    problem: `Tenant ${tenantId}, ${problem}.`,
    remedy,
  }));
}
