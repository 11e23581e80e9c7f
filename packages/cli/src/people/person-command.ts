/** What the commands of a tenant's people and of operators have in common. */
import type { Membership, PersonView } from '@sluice/contracts';
import type { Given } from '../admin/operation-command.js';

/** The first columns of a list, before the role. */
export const firstColumns = { ADDRESS: ({ address }: PersonView) => address };

/** The columns after the role. */
export const lastColumns = {
  LOGIN: ({ via }: PersonView) => via,
  SINCE: ({ createdAt }: PersonView) => createdAt,
  'LAST SEEN': ({ lastSeenAt }: PersonView) => lastSeenAt ?? 'never',
  STATE: ({ disabledAt }: PersonView) => (disabledAt === null ? 'active' : 'disabled'),
};

/** The role of a member, with the client or supplier that belongs to it. */
export function memberRole({ role, clientId, supplierId }: Omit<Membership, 'tenantId'>): string {
  return [role, clientId ?? supplierId ?? ''].join(' ').trim();
}

/** A link that sets a password. */
export function opensOnce({
  link,
  expiresAt,
}: {
  readonly link: string;
  readonly expiresAt: string;
}): string {
  return `${link}\nWhoever opens it sets the password. It works once, until ${expiresAt}, and is not shown again.`;
}

/** How a change tells that it is made. */
export function changeOf(doing: string) {
  return { text: (_changed: unknown, { personId }: Given) => `Done: ${doing} ${personId}.` };
}
