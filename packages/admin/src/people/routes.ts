/** The people of a tenant: its members and its open invitations. */
import {
  adminDisablePerson,
  adminEnablePerson,
  adminInvitePerson,
  adminListInvitations,
  adminListPeople,
  adminRemovePerson,
  adminRevokeInvitation,
  adminSendInvitationAgain,
  adminSetPersonRole,
  type Membership,
  pageEnd,
} from '@sluice/contracts';
import type { Actor } from '../actor.js';
import type { AdminDeps } from '../deps.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';
import { invite, listInvitations, revoke, sendAgain, type Sent } from './invitations.js';
import { checkMember } from './member-problems.js';
import { changeRole, listPeople, personAbout, removePerson, setDisabled } from './members.js';
import { tenantPlaceOf, type PeopleDeps } from './place.js';

/** What an operation answers of an invitation: the link to nobody who does not hold the stores anyway. */
function sent({ invitation, link }: Sent, { via }: Actor) {
  return {
    invitation,
    ...(via === 'command line' && { link }),
  };
}

function roleAbout({ role, clientId, supplierId }: Omit<Membership, 'tenantId'>) {
  return {
    role,
    ...(clientId !== undefined && { clientId }),
    ...(supplierId !== undefined && { supplierId }),
  };
}

export const peopleRoutes: readonly AdminRoute<AdminDeps>[] = [
  defineAdminRoute(adminListPeople, async ({ tenant, query, actor }, deps: PeopleDeps) => {
    const place = tenantPlaceOf(deps, tenant);
    const { people, nextCursor } = await listPeople(place, query, { actor }, deps);
    return { people, ...pageEnd(nextCursor) };
  }),
  defineAdminRoute(
    adminSetPersonRole,
    async (call, deps: PeopleDeps) => {
      const { tenantId } = call.params;
      const place = tenantPlaceOf(deps, call.tenant);
      await checkMember(deps.stores, { tenantId, ...call.body });
      const person = await changeRole(place, call, call.body, deps);
      return { person };
    },
    (call) => ({ ...personAbout(call), ...roleAbout(call.body) }),
  ),
  ...([adminDisablePerson, adminEnablePerson] as const).map((endpoint) =>
    defineAdminRoute<typeof endpoint, PeopleDeps>(
      endpoint,
      async (call, deps: PeopleDeps) => {
        const place = tenantPlaceOf(deps, call.tenant);
        const person = await setDisabled(place, call, endpoint === adminDisablePerson, deps);
        return { person };
      },
      personAbout,
    ),
  ),
  defineAdminRoute(
    adminRemovePerson,
    async (call, deps: PeopleDeps) => removePerson(tenantPlaceOf(deps, call.tenant), call, deps),
    personAbout,
  ),
  defineAdminRoute(adminListInvitations, async ({ tenant, actor }, deps: PeopleDeps) => {
    const invitations = await listInvitations(tenantPlaceOf(deps, tenant), actor, deps);
    return { invitations };
  }),
  defineAdminRoute(
    adminInvitePerson,
    async (call, deps: PeopleDeps) => {
      const { tenantId } = call.params;
      const place = tenantPlaceOf(deps, call.tenant);
      await checkMember(deps.stores, { tenantId, ...call.body });
      return sent(await invite(place, call, call.body, deps), call.actor);
    },
    ({ body }) => roleAbout(body),
  ),
  defineAdminRoute(adminSendInvitationAgain, async (call, deps: PeopleDeps) =>
    sent(await sendAgain(tenantPlaceOf(deps, call.tenant), call, deps), call.actor),
  ),
  defineAdminRoute(adminRevokeInvitation, async (call, deps: PeopleDeps) =>
    revoke(tenantPlaceOf(deps, call.tenant), call, deps),
  ),
];
