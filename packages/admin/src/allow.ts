/**
 * The one judge of who may do what: it compares a caller with the declaration of an operation. Whoever has no place in
 * the tenant, client or supplier of the path is answered as if there were none.
 */
import {
  ApiError,
  membersFor,
  mayAskAboutPeople as roleMayAsk,
  roleAllows,
  roleFor,
  type AdminEndpoint,
  type AdminStream,
  type Membership,
} from '@sluice/contracts';
import type { Actor } from './actor.js';

type Declared = AdminEndpoint | AdminStream;

/** A call that is to be judged: the ids of its path as they were sent, and its body once that is read. */
export interface Judged {
  readonly params: unknown;
  readonly body?: unknown;
}

/**
 * Refuses a caller who may not use this endpoint, or not with this body.
 * @throws ApiError NOT_FOUND if the caller has no place there, before anything is read; FORBIDDEN if its role there does
 *   not suffice, naming those that do
 */
export function allow(actor: Actor, endpoint: Declared, call: Judged): void {
  if (isAllowed(actor, endpoint, call)) return;
  const { name, role } = actor;
  if (actor.session?.needsSecondFactor && !endpoint.beforeSecondFactor)
    throw new ApiError('FORBIDDEN', { message: 'Set up a second factor first' });
  if (endpoint.forSessions && !actor.session)
    throw new ApiError('FORBIDDEN', {
      message: `“${endpoint.summary}” is for people who are logged in; an admin key has no account`,
    });
  const member = placeOf(actor, endpoint, call);
  if (role === undefined && !member) throw new ApiError('NOT_FOUND');
  const asks = roleFor(endpoint, call.body) !== endpoint.role ? ' to ask about a person' : '';
  const needed = member ? either(membersFor(endpoint, call.body)) : roleFor(endpoint, call.body);
  throw new ApiError('FORBIDDEN', {
    message: `“${endpoint.summary}” requires the ${needed} role${asks}; ${name} has the ${member?.role ?? role} role`,
  });
}

/** Whether a caller may use this endpoint, and with this body if one is given. */
export function isAllowed(actor: Actor, endpoint: Declared, call: Judged): boolean {
  if (actor.session?.needsSecondFactor && !endpoint.beforeSecondFactor) return false;
  if (endpoint.forSessions && !actor.session) return false;
  if (isOperatorFor(actor, endpoint, call.body)) return true;
  const member = placeOf(actor, endpoint, call);
  return member !== undefined && membersFor(endpoint, call.body).includes(member.role);
}

/** Whether a caller's role in the installation suffices for this endpoint: it then needs no place in a tenant. */
export function isOperatorFor({ role }: Actor, endpoint: Declared, body?: unknown): boolean {
  return role !== undefined && roleAllows(role, roleFor(endpoint, body));
}

/** Whether a caller is shown, and may ask about, the people whose data a tenant has. */
export function mayAskAboutPeople({ role, memberships }: Actor, tenantId: string): boolean {
  if (role !== undefined && roleAllows(role, 'operate')) return true;
  return memberships.some((member) => member.tenantId === tenantId && roleMayAsk(member.role));
}

// Any membership opens the caller's own account.
function placeOf({ memberships }: Actor, { scope }: Declared, { params }: Judged): Membership | undefined {
  if (scope === 'installation') return undefined;
  if (scope === 'self') return memberships[0];
  const { tenantId, clientId, supplierId } = (params ?? {}) as Partial<Membership>;
  return memberships.find((member) => {
    if (member.tenantId !== tenantId) return false;
    if (scope === 'client' && member.role === 'client') return member.clientId === clientId;
    if (scope === 'supplier' && member.role === 'supplier') return member.supplierId === supplierId;
    return true;
  });
}

function either(roles: readonly string[]): string {
  const [last = '', ...others] = roles.toReversed();
  return others.length === 0 ? last : `${others.toReversed().join(', ')} or ${last}`;
}
