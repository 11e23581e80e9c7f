/** Shown instead of a button that the person's role does not allow: says why. */
import type { AdminRole } from '@sluice/contracts';
import { operator, tenantOfPage } from '../api/session.js';

interface NeedsRoleProps {
  /** The action, at the beginning of a sentence, e.g. "Erasing a lead". */
  readonly what: string;
  /** The role that an operator needs for it. */
  readonly role: AdminRole;
}

export function NeedsRole({ what, role }: NeedsRoleProps) {
  const { role: held, memberships = [] } = operator() ?? {};
  if (!held) {
    const place = memberships.find(({ tenantId }) => tenantId === tenantOfPage());
    return (
      <span className="quiet">
        {what} is not possible with your role{place && `, ${place.role}`}.
      </span>
    );
  }
  return (
    <span className="quiet">
      {what} requires the {role} role; yours is {held}.
    </span>
  );
}
