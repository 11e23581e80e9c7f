/**
 * Who did what is stored, and what a caller is shown of it: a member of a tenant is never shown the name of a person or
 * key of the installation.
 */
import { AN_OPERATOR, type AdminEndpoint, type AdminStream } from '@sluice/contracts';
import type { StoredPerson } from '@sluice/store';
import type { Actor } from './actor.js';
import { isOperatorFor } from './allow.js';

/** Who is shown it. */
export type Caller = Pick<Actor, 'role'>;

/** What is stored of who makes this call. */
export function personOf(actor: Actor, endpoint: AdminEndpoint | AdminStream): StoredPerson {
  return { by: actor.name, ...(!isOperatorFor(actor, endpoint) && { byMember: true as const }) };
}

/** The same where an API key of the tenant does it too, so that what is marked is an operator. */
export function operatorOr(
  actor: Actor,
  endpoint: AdminEndpoint,
): { readonly by: string; readonly byOperator?: true } {
  return { by: actor.name, ...(isOperatorFor(actor, endpoint) && { byOperator: true }) };
}

/** What this caller is shown of who did something. */
export function shownBy({ role }: Caller, { by, byMember }: StoredPerson): string {
  return role !== undefined || byMember ? by : AN_OPERATOR;
}
