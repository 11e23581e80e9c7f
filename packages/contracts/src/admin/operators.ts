/** Operators: the persons who run the installation, in the admin API. */
import { z } from 'zod';
import { instantSchema, pageEndShape } from './admin-fields.js';
import { adminRoles } from '../words.js';
import { inInstallation } from './admin-scopes.js';
import { defineAdminEndpoint } from './define-admin-endpoint.js';
import {
  emailField,
  invitationParams,
  invitationSchemaOf,
  notOneself,
  peopleQuery,
  personParams as params,
  personSchemaOf,
  removedSchema,
  revokedSchema,
} from './people.js';

const roleField = z.enum(adminRoles).describe('The role; each role includes the ones before it.');

const operatorSchema = personSchemaOf(roleField).meta({ id: 'AdminOperator' });
export type OperatorView = z.infer<typeof operatorSchema>;
const invitationSchema = invitationSchemaOf(roleField).meta({ id: 'AdminOperatorInvitation' });

const linkField = z
  .string()
  .describe(
    'The link, shown only once; whoever has it can set the password. A path if the dashboard does not know its public address.',
  );
const expiresField = instantSchema.describe('Until when the link is valid. It works once.');

const grace: OperatorView = {
  personId: 'mJ4kq0Zr1sT8vXyA',
  address: 'grace@example.com',
  role: 'operate',
  via: 'password',
  hasSecondFactor: true,
  createdAt: '2026-01-15T17:20:31.042Z',
  createdBy: 'ada@example.com',
  lastSeenAt: null,
  disabledAt: null,
};
const lastOne = 'The last active administrator cannot be changed in this way (INVALID_STATE).';

export const adminListOperators = defineAdminEndpoint({
  ...inInstallation.view,
  method: 'GET',
  path: '/operators',
  summary: 'List operators',
  description: 'Lists the operators of the installation.',
  query: peopleQuery,
  data: z.object({ people: z.array(operatorSchema).describe('By address.'), ...pageEndShape }),
  examples: { data: { people: [grace], nextCursor: null, hasMore: false } },
});

export const adminAddOperator = defineAdminEndpoint({
  ...inInstallation.administer,
  method: 'POST',
  path: '/operators/invitations',
  summary: 'Add an operator',
  did: 'invited a person with the role {role}',
  description:
    'Invites a person and returns the link under which that person sets a password and is in. The link is also sent to the person, is valid for 7 days, and takes the place of an earlier one.',
  body: z.object({
    email: emailField,
    role: roleField,
  }),
  data: z.object({
    address: z.string().describe('The address, as it is stored.'),
    link: linkField,
    expiresAt: expiresField,
  }),
  successStatus: 201,
  errors: ['INVALID_STATE'],
  examples: {
    body: { email: 'grace@example.com', role: 'operate' },
    data: {
      address: 'grace@example.com',
      link: 'https://dashboard.example.com/invitation#_installation.q7…',
      expiresAt: '2026-01-22T17:20:31.042Z',
    },
  },
});

const changed = z.object({ person: operatorSchema.describe('The person now.') });

export const adminSetOperatorRole = defineAdminEndpoint({
  ...inInstallation.administer,
  method: 'POST',
  path: '/operators/{personId}/role',
  summary: 'Change the role of an operator',
  did: 'gave person {personId} the role {role}',
  description: `Changes the role of a person, everywhere within five seconds and without a new login. ${lastOne} ${notOneself} The groups of a person from a provider or proxy determine the role.`,
  params,
  body: z.object({ role: roleField }),
  data: changed,
  errors: ['INVALID_STATE'],
  examples: { body: { role: 'operate' }, data: { person: grace } },
});

export const adminDisableOperator = defineAdminEndpoint({
  ...inInstallation.administer,
  method: 'POST',
  path: '/operators/{personId}/disable',
  summary: 'Disable an operator',
  did: 'disabled person {personId}',
  description: `Lets a person do nothing until enabled again, within five seconds. ${lastOne} ${notOneself}`,
  params,
  data: changed,
  errors: ['INVALID_STATE'],
  examples: { data: { person: { ...grace, disabledAt: '2026-02-01T09:00:00.000Z' } } },
});

export const adminEnableOperator = defineAdminEndpoint({
  ...inInstallation.administer,
  method: 'POST',
  path: '/operators/{personId}/enable',
  summary: 'Enable an operator',
  did: 'enabled person {personId}',
  description: 'Lets a disabled person in again.',
  params,
  data: changed,
  errors: ['INVALID_STATE'],
  examples: { data: { person: grace } },
});

export const adminResetOperatorPassword = defineAdminEndpoint({
  ...inInstallation.administer,
  method: 'POST',
  path: '/operators/{personId}/password-link',
  summary: 'Make a password link for an operator',
  did: 'made a password link for person {personId}',
  description:
    'Makes a link with which the person sets a new password, once within 30 minutes; setting it ends all sessions of the person. People from a provider or proxy have no password here.',
  params,
  data: z.object({ link: linkField, expiresAt: expiresField }),
  errors: ['INVALID_STATE'],
  examples: {
    data: {
      link: 'https://dashboard.example.com/password/reset#q7…',
      expiresAt: '2026-01-15T17:50:31.042Z',
    },
  },
});

export const adminRemoveOperator = defineAdminEndpoint({
  ...inInstallation.administer,
  method: 'POST',
  path: '/operators/{personId}/remove',
  summary: 'Remove an operator',
  did: 'removed person {personId}',
  description: `Removes a person from the installation, within five seconds; the account goes with its last membership. ${lastOne} ${notOneself} People from a provider or proxy are added again at their next login: disable them instead.`,
  params,
  data: removedSchema,
  errors: ['INVALID_STATE'],
  examples: { data: { removed: true } },
});

const invited: z.infer<typeof invitationSchema> = {
  invitationId: '3q2-7wX1qk0Zr1sT8vXyA',
  address: 'grace@example.com',
  role: 'operate',
  createdAt: '2026-01-15T17:20:31.042Z',
  createdBy: 'ada@example.com',
  expiresAt: '2026-01-22T17:20:31.042Z',
  mail: { status: 'done', reason: null },
};

export const adminListOperatorInvitations = defineAdminEndpoint({
  ...inInstallation.administer,
  method: 'GET',
  path: '/operators/invitations',
  summary: 'List open invitations of operators',
  description:
    'Lists the invitations to the installation that may be accepted, with what became of their mails.',
  data: z.object({ invitations: z.array(invitationSchema).describe('By address; at most 100.') }),
  examples: { data: { invitations: [invited] } },
});

export const adminSendOperatorInvitationAgain = defineAdminEndpoint({
  ...inInstallation.administer,
  method: 'POST',
  path: '/operators/invitations/{invitationId}/send-again',
  summary: 'Send the invitation of an operator again',
  did: 'sent an invitation again',
  description: 'Sends a new link, for another 7 days, in place of the one before.',
  params: invitationParams,
  data: z.object({ invitation: invitationSchema.describe('The invitation.'), link: linkField }),
  errors: ['INVALID_STATE'],
  examples: {
    data: { invitation: invited, link: 'https://dashboard.example.com/invitation#_installation.q7…' },
  },
});

export const adminRevokeOperatorInvitation = defineAdminEndpoint({
  ...inInstallation.administer,
  method: 'POST',
  path: '/operators/invitations/{invitationId}/revoke',
  summary: 'Revoke the invitation of an operator',
  did: 'revoked an invitation',
  description: 'Makes the link of an invitation work no more.',
  params: invitationParams,
  data: revokedSchema,
  examples: { data: { revoked: true } },
});
