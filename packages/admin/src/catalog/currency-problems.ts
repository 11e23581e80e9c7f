/** Prices of campaigns in another currency than their clients' budgets, where one of the two is stored already. */
import { currencyProblem, type Campaign, type Client, type TenantFile } from '@sluice/contracts';
import type { Stored } from './live-file.js';

/** Returns a `path: problem` line for each. Pairs within the file are refused when it is read. */
export function currencyProblems(file: TenantFile, stored: Stored): readonly string[] {
  const written = new Set(file.campaigns.map(({ campaignId }) => campaignId));
  const ofCampaigns = file.campaigns.flatMap((campaign, index) => {
    const client = stored.clients.get(campaign.clientId) as Client | undefined;
    const isInFile = file.clients.some(({ clientId }) => clientId === campaign.clientId);
    const problem = client && !isInFile ? currencyProblem(campaign, client) : undefined;
    return problem === undefined ? [] : [`campaigns.${index}.${problem}`];
  });
  const ofClients = file.clients.flatMap((client, index) => {
    const others = [...stored.campaigns.values()] as unknown as readonly Campaign[];
    const differing = others.filter(
      (campaign) =>
        campaign.clientId === client.clientId &&
        !written.has(campaign.campaignId) &&
        currencyProblem(campaign, client) !== undefined,
    );
    if (differing.length === 0) return [];
    const codes = differing.map(({ campaignId }) => campaignId).join(', ');
    return [
      `clients.${index}.settings.currency: must be the currency in which its campaigns ${codes} have prices`,
    ];
  });
  return [...ofCampaigns, ...ofClients];
}
