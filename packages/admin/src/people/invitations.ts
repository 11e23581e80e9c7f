/** Invitations to a place. The link goes to the mailbox: whoever has it can make an account for that address. */
import { adminInvitePerson, ApiError, type InvitationView } from '@sluice/contracts';
import { ownWords } from '@sluice/domain';
import { addressFrom, isAddress } from '@sluice/identity';
import { planAccountMail } from '@sluice/pipeline';
import { INSTALLATION, type Invitation, type Invited } from '@sluice/store';
import type { Actor } from '../actor.js';
import type { AdminCall } from '../route.js';
import { personOf, shownBy } from '../who-did.js';
import { linkTo } from './link-to.js';
import { checkMember } from './member-problems.js';
import { invalid, type PeopleDeps, type Place } from './place.js';

/** The most members of a place, and the most open invitations. */
const MOST = { members: 1_000, invitations: 100 };

type Call = Pick<AdminCall<never>, 'actor' | 'note'>;
type InvitationCall = Call & { readonly params: { readonly invitationId: string } };
/** An invitation that was sent, and the link that was mailed. */
export interface Sent {
  readonly invitation: InvitationView;
  readonly link: string;
}

/** The open invitations of a place, with what became of their mails. */
export async function listInvitations(
  { id }: Place,
  actor: Actor,
  deps: PeopleDeps,
): Promise<InvitationView[]> {
  const found = await deps.stores.invitations.openOf(id, deps.stores.clock.now());
  return Promise.all(found.map((invitation) => viewOf(invitation, actor, deps)));
}

/**
 * Invites an address to a place, in place of an earlier invitation, and plans the mail with the link.
 * @throws ApiError VALIDATION_ERROR, INVALID_STATE
 */
export async function invite(
  place: Place,
  call: Call,
  { email, ...to }: Pick<Invited, 'role' | 'clientId' | 'supplierId'> & { readonly email: string },
  deps: PeopleDeps,
): Promise<Sent> {
  const address = addressFrom(email);
  if (!isAddress(address))
    throw new ApiError('VALIDATION_ERROR', { details: ['email: must be an e-mail address'] });
  return send(place, call, { address, ...to }, deps);
}

/** Sends a new link in place of that of an open invitation. @throws ApiError NOT_FOUND, INVALID_STATE */
export async function sendAgain(place: Place, call: InvitationCall, deps: PeopleDeps): Promise<Sent> {
  const { invitationId } = call.params;
  const found = await deps.stores.invitations.find(place.id, invitationId, deps.stores.clock.now());
  if (!found) throw unknown(invitationId);
  const { address, role, clientId, supplierId } = found;
  // Its client or supplier may have been archived meanwhile.
  if (place.tenant && role !== 'view' && role !== 'operate' && role !== 'administer')
    await checkMember(deps.stores, { tenantId: place.id, role, clientId, supplierId });
  return send(place, call, { address, role, clientId, supplierId }, deps);
}

/** Makes the link of an open invitation work no more. @throws ApiError NOT_FOUND */
export async function revoke(
  { id }: Place,
  { params: { invitationId } }: InvitationCall,
  { stores }: PeopleDeps,
): Promise<{ readonly revoked: true }> {
  if (!(await stores.invitations.revoke(id, invitationId, stores.clock.now()))) throw unknown(invitationId);
  return { revoked: true };
}

async function send(
  { id, tenant, members, member }: Place,
  { actor, note }: Call,
  { clientId, supplierId, ...to }: Omit<Invited, 'createdBy' | 'byMember'>,
  deps: PeopleDeps,
): Promise<Sent> {
  const { invitations, clock } = deps.stores;
  // People from outside may not reach the operators' dashboard.
  const dashboardUrl = (tenant && deps.portalUrl) ?? deps.dashboardUrl;
  const { address } = to;
  // At the command line, and for operators, the link is answered.
  if (dashboardUrl === undefined && tenant && actor.via !== 'command line')
    throw invalid('No invitation can be mailed: DASHBOARD_URL is not set');
  if (address === actor.name) throw invalid('Nobody invites themselves');
  if (await members.find(address)) throw invalid(`${address} is already ${article(member)} ${member}`);
  const others = (await invitations.openOf(id, clock.now())).filter((each) => each.address !== address);
  if (others.length >= MOST.invitations)
    throw invalid(`There are ${MOST.invitations} open invitations already: revoke one first`);
  if ((await members.count()) + others.length >= MOST.members)
    throw invalid(`There are ${MOST.members.toLocaleString('en')} people and open invitations already`);
  // Inviting to the installation takes the same role of an operator.
  const by = personOf(actor, adminInvitePerson);
  const invited: Invited = {
    ...to,
    ...(clientId !== undefined && { clientId }),
    ...(supplierId !== undefined && { supplierId }),
    createdBy: by.by,
    ...(by.byMember && { byMember: true }),
  };
  const { token, invitationId } = await invitations.invite(id, invited, clock.now());
  note({ invitationId });
  // Before the mail: a process that dies in between leaves an invitation that can be sent again.
  const made = await invitations.find(id, invitationId, clock.now());
  // Another invitation of this address at the same moment took its place.
  if (!made) throw invalid(`${address} was invited by somebody else at this moment`);
  const link = linkTo('/invitation', token, dashboardUrl);
  const invitedBy = id === INSTALLATION ? by.by : shownBy({ role: undefined }, by);
  // A link that names no dashboard leads nowhere from a mailbox.
  if (dashboardUrl !== undefined)
    await planAccountMail(deps, {
      mailId: mailIdOf(invitationId),
      place: id,
      to: address,
      mail: 'invitation',
      link,
      facts: {
        ...(actor.personId !== undefined && { by: invitedBy }),
        role: to.role,
        ...(tenant && { tenantName: tenant.name }),
      },
    });
  return { invitation: await viewOf(made, actor, deps), link };
}

async function viewOf(
  { invitationId, place, address, role, createdAt, expiresAt, clientId, supplierId, ...by }: Invitation,
  actor: Actor,
  { stores }: PeopleDeps,
): Promise<InvitationView> {
  const mail = await stores.forTenant(place).effects.find(mailIdOf(invitationId));
  return {
    ...{ invitationId, address, role },
    ...(clientId !== undefined && { clientId }),
    ...(supplierId !== undefined && { supplierId }),
    createdAt: createdAt.toISOString(),
    createdBy: shownBy(actor, { by: by.createdBy, byMember: by.byMember }),
    expiresAt: expiresAt.toISOString(),
    mail: mail
      ? { status: mail.status, reason: mail.reason === undefined ? null : wordsOf(mail.reason) }
      : null,
  };
}

function wordsOf(reason: string): string {
  return ownWords(reason) ?? reason;
}

function mailIdOf(invitationId: string): string {
  return `invitation.${invitationId}`;
}

function article(word: string): string {
  return /^[aeiou]/.test(word) ? 'an' : 'a';
}

function unknown(invitationId: string): ApiError {
  return new ApiError('NOT_FOUND', { message: `There is no open invitation ${invitationId}` });
}
