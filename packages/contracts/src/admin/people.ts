/** The people of a tenant and its invitations, in the admin API. Operators have the same form over the installation. */
import { z } from 'zod';
import { memberRoles, type AdminRole, type MemberRole } from '../words.js';
import { instantSchema, pageEndShape, pageQueryShape, searchedText } from './admin-fields.js';
import { inTenant } from './admin-scopes.js';
import { defineAdminEndpoint } from './define-admin-endpoint.js';

const ofClient = z.string().min(1).max(100).optional();
const of = {
  clientId: ofClient.describe('The client, with the role `client` only.'),
  supplierId: ofClient.describe('The supplier, with the role `supplier` only.'),
};
const roleField = z.enum(memberRoles).describe('The role in the tenant.');
export const emailField = z.string().min(1).max(300).describe('The e-mail address of the person.');

/** A person of a place, whose roles are these. */
export function personSchemaOf<Role extends string>(role: z.ZodType<Role>) {
  return z.object({
    personId: z.string().describe('The id of the person.'),
    address: z.string().describe('The e-mail address with which the person logs in, in lower case.'),
    role,
    ...of,
    via: z
      .enum(['password', 'oidc', 'proxy'])
      .describe(
        'What keeps them here: their own account, or the groups at a provider or proxy, which also determine the role.',
      ),
    hasSecondFactor: z.boolean().describe('Whether the login needs a code besides the password.'),
    createdAt: instantSchema.describe('When they were added.'),
    createdBy: z.string().describe('Who added them.'),
    lastSeenAt: instantSchema.nullable().describe('When they were here last, to the hour.'),
    disabledAt: instantSchema.nullable().describe('When they were disabled; null if they are active.'),
  });
}

/** An open invitation to a place, whose roles are these. */
export function invitationSchemaOf<Role extends string>(role: z.ZodType<Role>) {
  return z.object({
    invitationId: z.string().describe('The id of the invitation.'),
    address: z.string().describe('The address that is invited, in lower case.'),
    role,
    ...of,
    createdAt: instantSchema.describe('When it was sent.'),
    createdBy: z.string().describe('Who invited.'),
    expiresAt: instantSchema.describe('Until when its link is valid. It works once.'),
    mail: z
      .object({
        status: z.string().describe('What became of it, `due`, `done`, `failed` or `skipped`.'),
        reason: z.string().nullable().describe('Why it was not sent, in words.'),
      })
      .nullable()
      .describe('Its mail; null if none is planned.'),
  });
}

/** Which people of a place a list shows. */
export const peopleQuery = z.object({
  search: searchedText.describe('Only those whose address contains this text, in any letter case.'),
  ...pageQueryShape,
});

/** The person that a path names. */
export const personParams = z.object({
  personId: z
    .string()
    .min(1)
    .max(254)
    .transform((typed) => (typed.includes('@') ? typed.trim().toLowerCase() : typed))
    .describe('The id of the person, or the address.')
    .meta({ example: 'grace@example.com' }),
});
/** The invitation that a path names. */
export const invitationParams = z.object({
  invitationId: z.string().min(1).max(100).describe('The id of the invitation.'),
});
export const removedSchema = z.object({ removed: z.literal(true).describe('The person was removed.') });
export const revokedSchema = z.object({
  revoked: z.literal(true).describe('Its link does not work any more.'),
});

const personSchema = personSchemaOf(roleField).meta({ id: 'AdminPerson' });
/** A member of a tenant, or an operator. */
export type PersonView = z.infer<ReturnType<typeof personSchemaOf<MemberRole | AdminRole>>>;
const invitationSchema = invitationSchemaOf(roleField).meta({ id: 'AdminInvitation' });
export type InvitationView = z.infer<ReturnType<typeof invitationSchemaOf<MemberRole | AdminRole>>>;

/** What operations on people have in common, over a tenant and over the installation. */
export const notOneself = 'Nobody changes their own membership (INVALID_STATE).';
const lastOne = 'The last active owner cannot be changed in this way (INVALID_STATE).';
const within = 'everywhere within five seconds, open pages included';

const maria: z.infer<typeof personSchema> = {
  personId: 'mJ4kq0Zr1sT8vXyA',
  address: 'maria@example.com',
  role: 'manager',
  via: 'password',
  hasSecondFactor: true,
  createdAt: '2026-01-15T17:20:31.042Z',
  createdBy: 'olivia@example.com',
  lastSeenAt: null,
  disabledAt: null,
};
const invited: z.infer<typeof invitationSchema> = {
  invitationId: '3q2-7wX1qk0Zr1sT8vXyA',
  address: 'maria@example.com',
  role: 'manager',
  createdAt: '2026-01-15T17:20:31.042Z',
  createdBy: 'olivia@example.com',
  expiresAt: '2026-01-22T17:20:31.042Z',
  mail: { status: 'done', reason: null },
};

const changed = z.object({ person: personSchema.describe('The person now.') });
const roleBody = z.object({ role: roleField, ...of });

export const adminListPeople = defineAdminEndpoint({
  ...inTenant.administer,
  method: 'GET',
  path: '/people',
  summary: 'List the people of a tenant',
  description: 'Lists the members of the tenant, the disabled ones too.',
  query: peopleQuery,
  data: z.object({ people: z.array(personSchema).describe('By address.'), ...pageEndShape }),
  examples: { data: { people: [maria], nextCursor: null, hasMore: false } },
});

export const adminSetPersonRole = defineAdminEndpoint({
  ...inTenant.administer,
  method: 'POST',
  path: '/people/{personId}/role',
  summary: 'Change the role of a person',
  did: 'gave person {personId} the role {role}',
  description: `Changes the role of a member, ${within} and without a new login. ${lastOne} ${notOneself}`,
  params: personParams,
  body: roleBody,
  data: changed,
  errors: ['INVALID_STATE'],
  examples: { body: { role: 'manager' }, data: { person: maria } },
});

export const adminDisablePerson = defineAdminEndpoint({
  ...inTenant.administer,
  method: 'POST',
  path: '/people/{personId}/disable',
  summary: 'Disable a person',
  did: 'disabled person {personId}',
  description: `Lets a member do nothing in this tenant until enabled again, ${within}. ${lastOne} ${notOneself}`,
  params: personParams,
  data: changed,
  errors: ['INVALID_STATE'],
  examples: { data: { person: { ...maria, disabledAt: '2026-02-01T09:00:00.000Z' } } },
});

export const adminEnablePerson = defineAdminEndpoint({
  ...inTenant.administer,
  method: 'POST',
  path: '/people/{personId}/enable',
  summary: 'Enable a person',
  did: 'enabled person {personId}',
  description: `Lets a disabled member in again. ${notOneself}`,
  params: personParams,
  data: changed,
  errors: ['INVALID_STATE'],
  examples: { data: { person: maria } },
});

export const adminRemovePerson = defineAdminEndpoint({
  ...inTenant.administer,
  method: 'POST',
  path: '/people/{personId}/remove',
  summary: 'Remove a person',
  did: 'removed person {personId}',
  description: `Removes a member from the tenant, ${within}; the account goes with its last membership. ${lastOne} ${notOneself}`,
  params: personParams,
  data: removedSchema,
  errors: ['INVALID_STATE'],
  examples: { data: { removed: true } },
});

export const adminListInvitations = defineAdminEndpoint({
  ...inTenant.administer,
  method: 'GET',
  path: '/invitations',
  summary: 'List open invitations',
  description: 'Lists the invitations to the tenant that may be accepted, with what became of their mails.',
  data: z.object({ invitations: z.array(invitationSchema).describe('By address; at most 100.') }),
  examples: { data: { invitations: [invited] } },
});

const sent = z.object({
  invitation: invitationSchema.describe('The invitation.'),
  link: z
    .string()
    .optional()
    .describe('Its link, only for `sluice` on the stores: the link goes to the mailbox.'),
});

export const adminInvitePerson = defineAdminEndpoint({
  ...inTenant.administer,
  method: 'POST',
  path: '/invitations',
  summary: 'Invite a person',
  did: 'invited a person with the role {role}',
  description:
    'Sends a link under which a person becomes a member. It is valid for 7 days, goes to the mailbox only, and takes the place of an earlier one to this address. A tenant has at most 1,000 members and 100 open invitations.',
  body: roleBody.extend({ email: emailField }),
  data: sent,
  successStatus: 201,
  errors: ['INVALID_STATE'],
  examples: { body: { email: 'maria@example.com', role: 'manager' }, data: { invitation: invited } },
});

export const adminSendInvitationAgain = defineAdminEndpoint({
  ...inTenant.administer,
  method: 'POST',
  path: '/invitations/{invitationId}/send-again',
  summary: 'Send an invitation again',
  did: 'sent an invitation again',
  description: 'Sends a new link, for another 7 days, in place of the one before.',
  params: invitationParams,
  data: sent,
  errors: ['INVALID_STATE'],
  examples: { data: { invitation: invited } },
});

export const adminRevokeInvitation = defineAdminEndpoint({
  ...inTenant.administer,
  method: 'POST',
  path: '/invitations/{invitationId}/revoke',
  summary: 'Revoke an invitation',
  did: 'revoked an invitation',
  description: 'Makes the link of an invitation work no more.',
  params: invitationParams,
  data: revokedSchema,
  examples: { data: { revoked: true } },
});
