/**
 * Who did what is stored, and what a caller is shown of it: a member of a tenant is never shown the name of a person or
 * key of the installation.
 */
import type { AdminEndpoint, AdminStream } from '@sluice/contracts';
import type { StoredPerson } from '@sluice/store';
import type { Actor } from './actor.js';
import { isOperatorFor } from './allow.js';

/** Who is shown it. */
export type Caller = Pick<Actor, 'role'>;

const AN_OPERATOR = 'an operator of the installation';

/** What is stored of who makes this call. */
export function personOf(actor: Actor, endpoint: AdminEndpoint | AdminStream): StoredPerson {
  return { by: actor.name, ...(!isOperatorFor(actor, endpoint) && { byMember: true as const }) };
}

/** What this caller is shown of who did something. */
export function shownBy({ role }: Caller, { by, byMember }: StoredPerson): string {
  return role !== undefined || byMember ? by : AN_OPERATOR;
}
