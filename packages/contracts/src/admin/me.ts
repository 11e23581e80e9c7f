/** The caller's identity. */
import { z } from 'zod';
import { adminRoles, memberRoles } from '../words.js';
import { defineAdminEndpoint } from './define-admin-endpoint.js';

export const adminGetMe = defineAdminEndpoint({
  method: 'GET',
  scope: 'self',
  path: '',
  role: 'view',
  members: memberRoles,
  summary: 'Who I am',
  description: 'Returns the name of the caller in the audit, and its role.',
  data: z.object({
    name: z.string().describe('The name of the person, or of the admin key.'),
    role: z.enum(adminRoles).describe('Its role.'),
    via: z.string().describe('Its channel, e.g. `admin key` or `session`.'),
  }),
  examples: { data: { name: 'deploy pipeline', role: 'operate', via: 'admin key' } },
});
