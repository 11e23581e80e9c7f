/** Clients and offers that campaigns of a tenant file refer to, although neither the file nor the database has them. */
import type { TenantFile } from '@sluice/contracts';
import type { Stored } from './live-file.js';

/** Returns a `path: problem` line for each. Other references of a campaign may be filled later. */
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
