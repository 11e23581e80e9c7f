/** Who is asking. */
import { z } from 'zod';
import { adminRoles, defineAdminEndpoint } from './define-admin-endpoint.js';

/** GET /admin/v1/me */
export const adminGetMe = defineAdminEndpoint({
  operationId: 'adminGetMe',
  method: 'GET',
  path: '/admin/v1/me',
  role: 'view',
  tag: 'Admin: people',
  summary: 'Who I am',
  description: 'Answers as whom the audit will name this caller, and what it may do.',
  data: z.object({
    name: z.string().describe('The name of the person, or of the admin key.'),
    role: z.enum(adminRoles).describe('What it may do.'),
    via: z.string().describe('How it is known, e.g. `admin key` or `session`.'),
  }),
  errors: [],
  examples: { data: { name: 'deploy pipeline', role: 'operate', via: 'admin key' } },
});
