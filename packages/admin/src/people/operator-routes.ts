/** Operators: the people who work on the installation. */
import {
  adminAddOperator,
  adminDisableOperator,
  adminEnableOperator,
  adminListOperatorInvitations,
  adminListOperators,
  adminRemoveOperator,
  adminResetOperatorPassword,
  adminRevokeOperatorInvitation,
  adminSendOperatorInvitationAgain,
  adminSetOperatorRole,
  pageEnd,
} from '@sluice/contracts';
import type { AdminDeps } from '../deps.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';
import { invite, listInvitations, revoke, sendAgain } from './invitations.js';
import { changeRole, listPeople, personAbout, removePerson, setDisabled } from './members.js';
import { linkTo } from './link-to.js';
import { anotherThan, installationOf, invalid, type PeopleDeps } from './place.js';

export const operatorRoutes: readonly AdminRoute<AdminDeps>[] = [
  defineAdminRoute(adminListOperators, async ({ query, actor }, deps: PeopleDeps) => {
    const { people, nextCursor } = await listPeople(installationOf(deps), query, { actor }, deps);
    return { people, ...pageEnd(nextCursor) };
  }),
  defineAdminRoute(
    adminAddOperator,
    async (call, deps: PeopleDeps) => {
      const { invitation, link } = await invite(installationOf(deps), call, call.body, deps);
      return { address: invitation.address, link, expiresAt: invitation.expiresAt };
    },
    ({ body: { role } }) => ({ role }),
  ),
  defineAdminRoute(
    adminSetOperatorRole,
    async (call, deps: PeopleDeps) => {
      const person = await changeRole(installationOf(deps), call, call.body, deps);
      return { person };
    },
    (call) => ({ ...personAbout(call), role: call.body.role }),
  ),
  ...([adminDisableOperator, adminEnableOperator] as const).map((endpoint) =>
    defineAdminRoute<typeof endpoint, PeopleDeps>(
      endpoint,
      async (call, deps: PeopleDeps) => {
        const isDisabled = endpoint === adminDisableOperator;
        const person = await setDisabled(installationOf(deps), call, isDisabled, deps);
        return { person };
      },
      personAbout,
    ),
  ),
  defineAdminRoute(
    adminResetOperatorPassword,
    async ({ actor, params: { personId }, note }, deps: PeopleDeps) => {
      // Or it would be a way to another password without the present one.
      const otherwise = 'Set your own on the Account page';
      const { userId, address, via } = await anotherThan(actor, personId, installationOf(deps), otherwise);
      note({ personId: userId });
      if (via !== 'password')
        throw invalid(`${address} has no password here and logs in through a provider or proxy`);
      const { token, expiresAt } = await deps.accounts.passwordToken(userId);
      return {
        link: linkTo('/password/reset', token, deps.dashboardUrl),
        expiresAt: expiresAt.toISOString(),
      };
    },
    personAbout,
  ),
  defineAdminRoute(
    adminRemoveOperator,
    async (call, deps: PeopleDeps) => removePerson(installationOf(deps), call, deps),
    personAbout,
  ),
  defineAdminRoute(adminListOperatorInvitations, async ({ actor }, deps: PeopleDeps) => {
    const invitations = await listInvitations(installationOf(deps), actor, deps);
    return { invitations };
  }),
  defineAdminRoute(adminSendOperatorInvitationAgain, async (call, deps: PeopleDeps) => {
    const { invitation, link } = await sendAgain(installationOf(deps), call, deps);
    return { invitation, link };
  }),
  defineAdminRoute(adminRevokeOperatorInvitation, async (call, deps: PeopleDeps) =>
    revoke(installationOf(deps), call, deps),
  ),
];
