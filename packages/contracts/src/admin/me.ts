/** The caller's identity. */
import { z } from 'zod';
import { adminRoles, memberRoles } from '../words.js';
import { defineAdminEndpoint } from './define-admin-endpoint.js';
import { membershipSchema } from './membership.js';

export const adminGetMe = defineAdminEndpoint({
  method: 'GET',
  scope: 'self',
  path: '',
  role: 'view',
  members: memberRoles,
  summary: 'Who I am',
  description:
    'Returns the name of the caller in the audit, its role in the installation, and its places in tenants.',
  data: z.object({
    name: z.string().describe('The name of the person, or of the admin key.'),
    role: z.enum(adminRoles).optional().describe('Its role in the installation, if it is an operator.'),
    memberships: z.array(membershipSchema).describe('Its places in tenants; an operator needs none.'),
    via: z.string().describe('Its channel, e.g. `admin key` or `session`.'),
  }),
  examples: { data: { name: 'deploy pipeline', role: 'operate', memberships: [], via: 'admin key' } },
});
