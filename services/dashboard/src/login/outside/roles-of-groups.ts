/** Which role the members of a provider's or a proxy's group have here: `GROUP=ROLE`, with commas. */
import { operatorRoles, type OperatorRole } from '@sluice/store';

/** The role of each group; that of `*` is everybody's. */
export type RolesOfGroups = ReadonlyMap<string, OperatorRole>;

const EVERYBODY = '*';

/** Reads `OPERATOR_GROUPS`; undefined when it is not of that form. */
export function rolesOfGroups(text: string): RolesOfGroups | undefined {
  const roles = new Map<string, OperatorRole>();
  for (const part of text.split(',')) {
    if (part.trim() === '') continue;
    // A group's name may hold the sign itself.
    const at = part.lastIndexOf('=');
    const [group, named] = [part.slice(0, Math.max(at, 0)).trim(), part.slice(at + 1).trim()];
    const role = operatorRoles.find((one) => one === named);
    if (group === '' || !role) return undefined;
    roles.set(group, role);
  }
  return roles;
}

/** The highest role among those of `groups`; undefined when none of them has one, which is a refusal. */
export function roleIn(roles: RolesOfGroups, groups: readonly string[]): OperatorRole | undefined {
  const held = new Set([...groups, EVERYBODY].map((group) => roles.get(group)));
  return operatorRoles.findLast((role) => held.has(role));
}
