/** Clients and offers that campaigns of a tenant file name although neither the file nor the database knows them. */
import type { TenantFile } from '@sluice/contracts';
import type { TenantStores } from '@sluice/store';

/** Answers a `path: problem` line for each; everything else that a campaign names may come later. */
export async function missingReferences(file: TenantFile, stores: TenantStores): Promise<readonly string[]> {
  const clients = new Set(file.clients.map(({ clientId }) => clientId));
  const offers = new Set(file.offers.map(({ offerId }) => offerId));
  const problems: string[] = [];
  for (const [index, { clientId, offerId }] of file.campaigns.entries()) {
    if (!clients.has(clientId) && !(await stores.clients.find(clientId))) {
      problems.push(`campaigns.${index}.clientId: there is no client ${clientId}`);
    }
    if (!offers.has(offerId) && !(await stores.offers.find(offerId))) {
      problems.push(`campaigns.${index}.offerId: there is no offer ${offerId}`);
    }
  }
  return problems;
}
