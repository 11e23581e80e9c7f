/** The caller's own identity. */
import { adminGetMe } from '@sluice/contracts';
import { defineAdminRoute } from '../route.js';

export const meRoutes = [
  defineAdminRoute(adminGetMe, async ({ actor: { name, role, memberships, via } }) => ({
    name,
    role,
    memberships,
    via,
  })),
];
