/** The person at the command line, as the audit names them. */
import type { Actor } from '@sluice/admin';
import { hostname, userInfo } from 'node:os';

/** The person who typed the command. Anyone with access to the database may do everything. */
export function person(): Actor {
  return {
    name: `${userInfo().username} at the command line`,
    role: 'administer',
    memberships: [],
    via: 'command line',
    from: hostname(),
  };
}
