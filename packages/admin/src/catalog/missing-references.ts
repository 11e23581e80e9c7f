/** Clients and offers that campaigns of a tenant file refer to, although neither the file nor the database has them. */
import { campaignReferences, type TenantFile } from '@sluice/contracts';
import type { Stored } from './live-file.js';

/** Returns a `path: problem` line for each. Other references of a campaign may be filled later. */
export function missingReferences(file: TenantFile, stored: Stored): readonly string[] {
  const known = {
    client: new Set([...stored.clients.keys(), ...file.clients.map(({ clientId }) => clientId)]),
    offer: new Set([...stored.offers.keys(), ...file.offers.map(({ offerId }) => offerId)]),
  };
  return file.campaigns.flatMap((campaign, index) =>
    campaignReferences(campaign)
      .filter(({ kind, id }) => (kind === 'client' || kind === 'offer') && !known[kind].has(id))
      .map(({ at, kind, id }) => `campaigns.${index}.${at}: there is no ${kind} ${id}`),
  );
}
