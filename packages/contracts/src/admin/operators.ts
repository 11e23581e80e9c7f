/** Operators: the persons who run the installation, in the admin API. */
import { z } from 'zod';
import { instantSchema } from './admin-fields.js';
import { adminRoles } from '../words.js';
import { defineAdminEndpoint } from './define-admin-endpoint.js';

const roleField = z.enum(adminRoles).describe('The role; each role includes the ones before it.');

const operatorSchema = z
  .object({
    personId: z.string().describe('The id of the person.'),
    address: z.string().describe('The e-mail address with which the person logs in, in lower case.'),
    role: roleField,
    via: z
      .enum(['password', 'oidc', 'proxy'])
      .describe(
        'How they log in: with a password, a provider or a proxy; a provider or proxy also determines the role.',
      ),
    createdAt: instantSchema.describe('When they were added.'),
    createdBy: z.string().describe('Who added them.'),
    lastSeenAt: instantSchema.nullable().describe('When they were here last, to the hour.'),
    disabledAt: instantSchema.nullable().describe('When they were disabled; null if they are active.'),
  })
  .meta({ id: 'AdminOperator' });
export type OperatorView = z.infer<typeof operatorSchema>;

const linkField = z
  .string()
  .describe(
    'The link, shown only once; whoever has it can set the password. A path if the dashboard does not know its public address.',
  );
const expiresField = instantSchema.describe('Until when the link is valid. It works once.');

const params = z.object({
  personId: z
    .string()
    .min(1)
    .max(254)
    .transform((typed) => (typed.includes('@') ? typed.trim().toLowerCase() : typed))
    .describe('The id of the person, or the address.')
    .meta({ example: 'grace@example.com' }),
});

const grace: OperatorView = {
  personId: 'mJ4kq0Zr1sT8vXyA',
  address: 'grace@example.com',
  role: 'operate',
  via: 'password',
  createdAt: '2026-01-15T17:20:31.042Z',
  createdBy: 'ada@example.com',
  lastSeenAt: null,
  disabledAt: null,
};
const lastOne = 'The last active administrator cannot be changed in this way (INVALID_STATE).';
const notOneself = 'Nobody changes their own membership (INVALID_STATE).';

export const adminListOperators = defineAdminEndpoint({
  method: 'GET',
  scope: 'installation',
  path: '/operators',
  role: 'view',
  members: [],
  summary: 'List operators',
  description: 'Lists the operators of the installation.',
  data: z.object({ operators: z.array(operatorSchema).describe('By address.') }),
  examples: { data: { operators: [grace] } },
});

export const adminAddOperator = defineAdminEndpoint({
  method: 'POST',
  scope: 'installation',
  path: '/operators/invitations',
  role: 'administer',
  members: [],
  summary: 'Add an operator',
  did: 'invited {address} with the role {role}',
  description:
    'Invites a person and returns the link under which that person sets a password and is in. The link is valid for 7 days, and takes the place of an earlier one.',
  body: z.object({
    email: z.string().min(1).max(300).describe('The e-mail address of the person.'),
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

const changed = z.object({ operator: operatorSchema.describe('The person now.') });

export const adminSetOperatorRole = defineAdminEndpoint({
  method: 'POST',
  scope: 'installation',
  path: '/operators/{personId}/role',
  role: 'administer',
  members: [],
  summary: 'Change the role of an operator',
  did: 'gave {personId} the role {role}',
  description: `Changes the role of a person, everywhere within five seconds and without a new login. ${lastOne} ${notOneself} The groups of a person from a provider or proxy determine the role.`,
  params,
  body: z.object({ role: roleField }),
  data: changed,
  errors: ['INVALID_STATE'],
  examples: { body: { role: 'operate' }, data: { operator: grace } },
});

export const adminDisableOperator = defineAdminEndpoint({
  method: 'POST',
  scope: 'installation',
  path: '/operators/{personId}/disable',
  role: 'administer',
  members: [],
  summary: 'Disable an operator',
  did: 'disabled {personId}',
  description: `Lets a person do nothing until enabled again, within five seconds. ${lastOne} ${notOneself}`,
  params,
  data: changed,
  errors: ['INVALID_STATE'],
  examples: { data: { operator: { ...grace, disabledAt: '2026-02-01T09:00:00.000Z' } } },
});

export const adminEnableOperator = defineAdminEndpoint({
  method: 'POST',
  scope: 'installation',
  path: '/operators/{personId}/enable',
  role: 'administer',
  members: [],
  summary: 'Enable an operator',
  did: 'enabled {personId}',
  description: 'Lets a disabled person in again.',
  params,
  data: changed,
  errors: ['INVALID_STATE'],
  examples: { data: { operator: grace } },
});

export const adminResetOperatorPassword = defineAdminEndpoint({
  method: 'POST',
  scope: 'installation',
  path: '/operators/{personId}/password-link',
  role: 'administer',
  members: [],
  summary: 'Make a password link for an operator',
  did: 'made a password link for {personId}',
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
  method: 'POST',
  scope: 'installation',
  path: '/operators/{personId}/remove',
  role: 'administer',
  members: [],
  summary: 'Remove an operator',
  did: 'removed {personId}',
  description: `Removes a person from the installation, within five seconds; the account goes with its last membership. ${lastOne} ${notOneself} People from a provider or proxy are added again at their next login: disable them instead.`,
  params,
  data: z.object({ removed: z.literal(true).describe('The person was removed.') }),
  errors: ['INVALID_STATE'],
  examples: { data: { removed: true } },
});
