/** Operators: the persons who work on the installation, as the admin API has them. */
import { z } from 'zod';
import { instantSchema } from './common.js';
import { adminRoles, defineAdminEndpoint } from './define-admin-endpoint.js';

const roleField = z.enum(adminRoles).describe('What they may do; each role may do what those before it may.');

const operatorSchema = z
  .object({
    name: z.string().describe('The name that they log in with, in small letters.'),
    role: roleField,
    via: z
      .enum(['password', 'oidc', 'proxy'])
      .describe('Who knows them: Sluice by a password, a provider, or a proxy; those give the role too.'),
    passwordOf: z
      .enum(['own', 'environment'])
      .nullable()
      .describe('Whose password it is: their own, or OPERATOR_PASSWORD; null for persons from outside.'),
    createdAt: instantSchema.describe('Since when they are known.'),
    createdBy: z.string().describe('Who added them.'),
    lastLoginAt: instantSchema.nullable().describe('When they logged in last.'),
    disabledAt: instantSchema.nullable().describe('Since when they may not log in; null when they may.'),
  })
  .meta({ id: 'AdminOperator' });
export type OperatorView = z.infer<typeof operatorSchema>;

const passwordField = z.string().describe('The password. It is shown this once and stored nowhere.');

const tag = 'Admin: people';
const one = '/admin/v1/operators/{name}' as const;
const params = z.object({
  name: z.string().min(1).max(64).describe('The name, in any case of letters.').meta({ example: 'grace' }),
});

const grace: OperatorView = {
  ...{ name: 'grace', role: 'operate', via: 'password', passwordOf: 'own' },
  ...{ createdAt: '2026-01-15T17:20:31.042Z', createdBy: 'ada', lastLoginAt: null, disabledAt: null },
};
const lastOne = 'The last administrator who may log in keeps both; that is answered INVALID_STATE.';

/** GET /admin/v1/operators */
export const adminListOperators = defineAdminEndpoint({
  ...{ operationId: 'adminListOperators', method: 'GET', path: '/admin/v1/operators', role: 'view', tag },
  summary: 'List operators',
  description: 'Lists every person who works on the installation.',
  data: z.object({ operators: z.array(operatorSchema).describe('By name.') }),
  errors: [],
  examples: { data: { operators: [grace] } },
});

/** POST /admin/v1/operators */
export const adminAddOperator = defineAdminEndpoint({
  operationId: 'adminAddOperator',
  ...{ method: 'POST', path: '/admin/v1/operators', role: 'administer', tag },
  summary: 'Add an operator',
  description: 'Adds a person and answers their password; it is not shown again.',
  body: z.object({
    name: z
      .string()
      .regex(/^[a-z0-9][a-z0-9._@+-]{0,63}$/i, 'must be 1 to 64 letters, digits and . _ @ + -')
      .describe('The name that they log in with.'),
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

/** PUT /admin/v1/operators/{name}/role */
export const adminSetOperatorRole = defineAdminEndpoint({
  operationId: 'adminSetOperatorRole',
  ...{ method: 'PUT', path: `${one}/role`, role: 'administer', tag },
  summary: 'Change the role of an operator',
  description: `Gives a person another role; their sessions end within seconds. ${lastOne} The role of a person from outside follows from their groups.`,
  params,
  body: z.object({ role: roleField }),
  data: changed,
  errors: ['INVALID_STATE'],
  examples: { body: { role: 'operate' }, data: { operator: grace } },
});

/** POST /admin/v1/operators/{name}/disable */
export const adminDisableOperator = defineAdminEndpoint({
  operationId: 'adminDisableOperator',
  ...{ method: 'POST', path: `${one}/disable`, role: 'administer', tag },
  summary: 'Disable an operator',
  description: `Keeps a person out until they are enabled again; their sessions end within seconds. ${lastOne}`,
  params,
  data: changed,
  errors: ['INVALID_STATE'],
  examples: { data: { operator: { ...grace, disabledAt: '2026-02-01T09:00:00.000Z' } } },
});

/** POST /admin/v1/operators/{name}/enable */
export const adminEnableOperator = defineAdminEndpoint({
  operationId: 'adminEnableOperator',
  ...{ method: 'POST', path: `${one}/enable`, role: 'administer', tag },
  summary: 'Enable an operator',
  description: 'Lets a disabled person log in again, as before.',
  params,
  data: changed,
  errors: [],
  examples: { data: { operator: grace } },
});

/** POST /admin/v1/operators/{name}/password */
export const adminResetOperatorPassword = defineAdminEndpoint({
  operationId: 'adminResetOperatorPassword',
  ...{ method: 'POST', path: `${one}/password`, role: 'administer', tag },
  summary: 'Reset the password of an operator',
  description:
    'Gives a person a new password and answers it, once; their sessions end within seconds. A person from outside has no password here.',
  params,
  data: z.object({ password: passwordField }),
  errors: ['INVALID_STATE'],
  examples: { data: { password: 'kx7m-9qpd-tr4v-hw2n' } },
});

/** DELETE /admin/v1/operators/{name} */
export const adminRemoveOperator = defineAdminEndpoint({
  operationId: 'adminRemoveOperator',
  ...{ method: 'DELETE', path: one, role: 'administer', tag },
  summary: 'Remove an operator',
  description: `Removes a person; their sessions end within seconds. ${lastOne} A person from outside comes back with their next login: disable them instead.`,
  params,
  data: z.object({ removed: z.literal(true).describe('They are gone.') }),
  errors: ['INVALID_STATE'],
  examples: { data: { removed: true } },
});

/** The endpoints of this file. */
export const operatorEndpoints = [
  adminListOperators,
  adminAddOperator,
  adminSetOperatorRole,
  adminDisableOperator,
  adminEnableOperator,
  adminResetOperatorPassword,
  adminRemoveOperator,
] as const;
