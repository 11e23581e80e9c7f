/** Every operation. What is not here does not exist. */
import { adminKeyRoutes } from './admin-keys/routes.js';
import type { AdminDeps } from './deps.js';
import { keyRoutes } from './keys/routes.js';
import { meRoutes } from './me/routes.js';
import type { AdminRoute, AdminStreamRoute } from './route.js';
import { tenantRoutes } from './tenants/routes.js';

export const adminRoutes: readonly AdminRoute<AdminDeps>[] = [
  ...meRoutes,
  ...tenantRoutes,
  ...keyRoutes,
  ...adminKeyRoutes,
];

export const adminStreamRoutes: readonly AdminStreamRoute<AdminDeps>[] = [];
