/** The roles of the members of a provider's or proxy's groups: `GROUP=ROLE`, separated by commas. */
import { adminRoles, type AdminRole } from '@sluice/contracts';

/** The role of each group; the role of `*` applies to everyone. */
export type RolesOfGroups = ReadonlyMap<string, AdminRole>;

const EVERYBODY = '*';

/** Reads `OPERATOR_GROUPS`; undefined if it is malformed. */
export function rolesOfGroups(text: string): RolesOfGroups | undefined {
  const roles = new Map<string, AdminRole>();
  for (const part of text.split(',')) {
    if (part.trim() === '') continue;
    // A group's name may itself contain an equals sign.
    const at = part.lastIndexOf('=');
    const [group, named] = [part.slice(0, Math.max(at, 0)).trim(), part.slice(at + 1).trim()];
    const role = adminRoles.find((one) => one === named);
    if (group === '' || !role) return undefined;
    roles.set(group, role);
  }
  return roles;
}

/** The highest role among `groups`; undefined, which means refusal, if none of them has a role. */
export function roleIn(roles: RolesOfGroups, groups: readonly string[]): AdminRole | undefined {
  const held = new Set([...groups, EVERYBODY].map((group) => roles.get(group)));
  return adminRoles.findLast((role) => held.has(role));
}
