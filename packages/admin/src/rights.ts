/** What a caller may use, as one list for a program that offers only that: derived from the declarations, by their judge. */
import { adminEndpoints, adminStreams, type Membership } from '@sluice/contracts';
import type { Actor } from './actor.js';
import { isAllowed, mayAskAboutPeople } from './allow.js';

type Roles = Pick<Actor, 'role' | 'memberships'>;

const everyOperation = [...adminEndpoints, ...adminStreams];

/** The names of the operations that an operator may use anywhere; none for a person without a role in the installation. */
export function operatorsRights({ role }: Roles): readonly string[] {
  return role === undefined ? [] : allowed({ role, memberships: [] });
}

/** The names of the operations that a member may use in its place. */
export function membersRights(member: Membership): readonly string[] {
  return allowed({ memberships: [member] }, member);
}

/**
 * Names of operations. One whose calls may ask about stored people stands there once more, as `adminSearchLeads:people`,
 * for those who may ask.
 */
function allowed(roles: Roles, params?: Membership): readonly string[] {
  const actor: Actor = { name: '', via: 'session', from: '', ...roles };
  const asks = mayAskAboutPeople(actor, params?.tenantId ?? '');
  return everyOperation
    .filter((endpoint) => isAllowed(actor, endpoint, { params }))
    .flatMap(({ operationId, asksAboutPeople }) =>
      asksAboutPeople && asks ? [operationId, `${operationId}:people`] : [operationId],
    );
}
