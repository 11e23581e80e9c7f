/** What stands in the place of a button that the person's role does not allow: which role it needs. */
import { operator, type Role } from '../api/session.js';

interface NeedsRoleProps {
  /** The doing, at the beginning of a sentence, e.g. "Erasing a lead". */
  readonly what: string;
  readonly role: Role;
}

export function NeedsRole({ what, role }: NeedsRoleProps) {
  return (
    <span class="quiet">
      {what} needs the role {role}; yours is {operator.value?.role}.
    </span>
  );
}
