/** Whether campaigns and clients are in use. */
import type { Campaign, Client } from '@sluice/contracts';

type Usable = Pick<Campaign | Client, 'active' | 'archivedAt'>;

/** Why a campaign or a client gets no leads whatever they say; undefined if it is in use. */
export function outOfUseReason({ active, archivedAt }: Usable): 'archived' | 'inactive' | undefined {
  if (archivedAt) return 'archived';
  return active ? undefined : 'inactive';
}

/** Whether a campaign may take leads: neither it nor its client, if that is known, is inactive or archived. */
export function isInUse(campaign: Usable, client: Usable | undefined): boolean {
  return (
    outOfUseReason(campaign) === undefined && (client === undefined || outOfUseReason(client) === undefined)
  );
}
