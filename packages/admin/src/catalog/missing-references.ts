/** Clients and offers that campaigns of a tenant file name although neither the file nor the database knows them. */
import type { TenantFile } from '@sluice/contracts';
import type { Stored } from './live-file.js';

/** Answers a `path: problem` line for each; everything else that a campaign names may come later. */
export function missingReferences(file: TenantFile, stored: Stored): readonly string[] {
  const clients = new Set(file.clients.map(({ clientId }) => clientId));
  const offers = new Set(file.offers.map(({ offerId }) => offerId));
  const problems: string[] = [];
  for (const [index, { clientId, offerId }] of file.campaigns.entries()) {
    if (!clients.has(clientId) && !stored.clients.has(clientId))
      problems.push(`campaigns.${index}.clientId: there is no client ${clientId}`);
    if (!offers.has(offerId) && !stored.offers.has(offerId))
      problems.push(`campaigns.${index}.offerId: there is no offer ${offerId}`);
  }
  return problems;
}
