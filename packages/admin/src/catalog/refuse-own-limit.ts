/** The one setting of a tenant that its own people may not change. */
import { adminApplyCatalog, ApiError } from '@sluice/contracts';
import type { Actor } from '../actor.js';
import { isOperatorFor } from '../allow.js';
import type { Change } from './plan-changes.js';

/**
 * Refuses to let a tenant lift the limit that the installation has set for it.
 * @throws ApiError FORBIDDEN
 */
export function refuseOwnLimit(actor: Actor, changes: readonly Change[]): void {
  const limits = changes.some(
    ({ section, fields }) =>
      section === 'tenant' && fields.some(({ path }) => path[0] === 'settings' && path[1] === 'rateLimit'),
  );
  if (limits && !isOperatorFor(actor, adminApplyCatalog))
    throw new ApiError('FORBIDDEN', {
      message: 'settings.rateLimit is changed by operators of the installation only',
    });
}
