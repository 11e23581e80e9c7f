/** Shown instead of a button that the person's role does not allow: names the required role. */
import { operator, type Role } from '../api/session.js';

interface NeedsRoleProps {
  /** The action, at the beginning of a sentence, e.g. "Erasing a lead". */
  readonly what: string;
  readonly role: Role;
}

export function NeedsRole({ what, role }: NeedsRoleProps) {
  return (
    <span class="quiet">
      {what} requires the {role} role; yours is {operator.value?.role}.
    </span>
  );
}
