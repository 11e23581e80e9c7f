/** Shown instead of a button that the person's role does not allow: names the required role. */
import type { AdminRole } from '@sluice/contracts';
import { operator } from '../api/session.js';

interface NeedsRoleProps {
  /** The action, at the beginning of a sentence, e.g. "Erasing a lead". */
  readonly what: string;
  readonly role: AdminRole;
}

export function NeedsRole({ what, role }: NeedsRoleProps) {
  return (
    <span className="quiet">
      {what} requires the {role} role; yours is {operator()?.role}.
    </span>
  );
}
