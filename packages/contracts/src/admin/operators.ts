/** Operators: the persons who run the installation, in the admin API. */
import { z } from 'zod';
import { instantSchema } from './admin-fields.js';
import { adminRoles } from '../words.js';
import { defineAdminEndpoint } from './define-admin-endpoint.js';

const roleField = z.enum(adminRoles).describe('The role; each role includes the ones before it.');

const operatorSchema = z
  .object({
    name: z.string().describe('The login name, in lower case.'),
    role: roleField,
    via: z
      .enum(['password', 'oidc', 'proxy'])
      .describe(
        'How they log in: with a password, a provider or a proxy; a provider or proxy also determines the role.',
      ),
    passwordOf: z
      .enum(['own', 'environment'])
      .nullable()
      .describe('Their own password or OPERATOR_PASSWORD; null for people from a provider or proxy.'),
    createdAt: instantSchema.describe('When they were added.'),
    createdBy: z.string().describe('Who added them.'),
    lastLoginAt: instantSchema.nullable().describe('When they logged in last.'),
    disabledAt: instantSchema.nullable().describe('When they were disabled; null if they are active.'),
  })
  .meta({ id: 'AdminOperator' });
export type OperatorView = z.infer<typeof operatorSchema>;

const passwordField = z.string().describe('The password. It is shown only once and never stored.');

const params = z.object({
  name: z.string().min(1).max(64).describe('The name, in any case of letters.').meta({ example: 'grace' }),
});

const grace: OperatorView = {
  name: 'grace',
  role: 'operate',
  via: 'password',
  passwordOf: 'own',
  createdAt: '2026-01-15T17:20:31.042Z',
  createdBy: 'ada',
  lastLoginAt: null,
  disabledAt: null,
};
const lastOne = 'The last active administrator cannot be changed in this way (INVALID_STATE).';

export const adminListOperators = defineAdminEndpoint({
  method: 'GET',
  scope: 'installation',
  path: '/operators',
  role: 'view',
  members: [],
  summary: 'List operators',
  description: 'Lists the operators of the installation.',
  data: z.object({ operators: z.array(operatorSchema).describe('By name.') }),
  examples: { data: { operators: [grace] } },
});

export const adminAddOperator = defineAdminEndpoint({
  method: 'POST',
  scope: 'installation',
  path: '/operators',
  role: 'administer',
  members: [],
  summary: 'Add an operator',
  did: 'added {name} with the role {role}',
  description: 'Adds a person and returns the password; it is not shown again.',
  body: z.object({
    name: z
      .string()
      .regex(/^[a-z0-9][a-z0-9._@+-]{0,63}$/i, 'must be 1 to 64 letters, digits and . _ @ + -')
      .describe('The login name.'),
    role: roleField,
  }),
  data: z.object({ operator: operatorSchema.describe('The person who was added.'), password: passwordField }),
  successStatus: 201,
  errors: ['INVALID_STATE'],
  examples: {
    body: { name: 'grace', role: 'operate' },
    data: { operator: grace, password: 'kx7m-9qpd-tr4v-hw2n' },
  },
});

const changed = z.object({ operator: operatorSchema.describe('The person now.') });

export const adminSetOperatorRole = defineAdminEndpoint({
  method: 'PUT',
  scope: 'installation',
  path: '/operators/{name}/role',
  role: 'administer',
  members: [],
  summary: 'Change the role of an operator',
  did: 'gave {name} the role {role}',
  description: `Changes the role of a person; their sessions end within seconds. ${lastOne} The groups of a person from a provider or proxy determine the role.`,
  params,
  body: z.object({ role: roleField }),
  data: changed,
  errors: ['INVALID_STATE'],
  examples: { body: { role: 'operate' }, data: { operator: grace } },
});

export const adminDisableOperator = defineAdminEndpoint({
  method: 'POST',
  scope: 'installation',
  path: '/operators/{name}/disable',
  role: 'administer',
  members: [],
  summary: 'Disable an operator',
  did: 'disabled {name}',
  description: `Disables a person until enabled again; their sessions end within seconds. ${lastOne}`,
  params,
  data: changed,
  errors: ['INVALID_STATE'],
  examples: { data: { operator: { ...grace, disabledAt: '2026-02-01T09:00:00.000Z' } } },
});

export const adminEnableOperator = defineAdminEndpoint({
  method: 'POST',
  scope: 'installation',
  path: '/operators/{name}/enable',
  role: 'administer',
  members: [],
  summary: 'Enable an operator',
  did: 'enabled {name}',
  description: 'Lets a disabled person log in again.',
  params,
  data: changed,
  examples: { data: { operator: grace } },
});

export const adminResetOperatorPassword = defineAdminEndpoint({
  method: 'POST',
  scope: 'installation',
  path: '/operators/{name}/password',
  role: 'administer',
  members: [],
  summary: 'Reset the password of an operator',
  did: 'reset the password of {name}',
  description:
    'Generates a new password and returns it once; the sessions of the person end within seconds. People from a provider or proxy have no password here.',
  params,
  data: z.object({ password: passwordField }),
  errors: ['INVALID_STATE'],
  examples: { data: { password: 'kx7m-9qpd-tr4v-hw2n' } },
});

export const adminRemoveOperator = defineAdminEndpoint({
  method: 'DELETE',
  scope: 'installation',
  path: '/operators/{name}',
  role: 'administer',
  members: [],
  summary: 'Remove an operator',
  did: 'removed {name}',
  description: `Removes a person; their sessions end within seconds. ${lastOne} People from a provider or proxy are added again at their next login: disable them instead.`,
  params,
  data: z.object({ removed: z.literal(true).describe('The person was removed.') }),
  errors: ['INVALID_STATE'],
  examples: { data: { removed: true } },
});
