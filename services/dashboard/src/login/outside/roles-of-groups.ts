/** The roles of the members of a provider's or proxy's groups: `GROUP=ROLE`, separated by commas. */
import { operatorRoles, type OperatorRole } from '@sluice/store';

/** The role of each group; the role of `*` applies to everyone. */
export type RolesOfGroups = ReadonlyMap<string, OperatorRole>;

const EVERYBODY = '*';

/** Reads `OPERATOR_GROUPS`; undefined if it is malformed. */
export function rolesOfGroups(text: string): RolesOfGroups | undefined {
  const roles = new Map<string, OperatorRole>();
  for (const part of text.split(',')) {
    if (part.trim() === '') continue;
    // A group's name may itself contain an equals sign.
    const at = part.lastIndexOf('=');
    const [group, named] = [part.slice(0, Math.max(at, 0)).trim(), part.slice(at + 1).trim()];
    const role = operatorRoles.find((one) => one === named);
    if (group === '' || !role) return undefined;
    roles.set(group, role);
  }
  return roles;
}

/** The highest role among `groups`; undefined, which means refusal, if none of them has a role. */
export function roleIn(roles: RolesOfGroups, groups: readonly string[]): OperatorRole | undefined {
  const held = new Set([...groups, EVERYBODY].map((group) => roles.get(group)));
  return operatorRoles.findLast((role) => held.has(role));
}
