/** A place in a tenant: who is a member of it, with which role. */
import { z } from 'zod';
import { memberRoles } from '../words.js';

export const membershipSchema = z
  .object({
    tenantId: z.string().describe('The tenant.'),
    role: z.enum(memberRoles).describe('The role there.'),
    clientId: z.string().optional().describe('The client, of a member with the role `client`.'),
    supplierId: z.string().optional().describe('The supplier, of a member with the role `supplier`.'),
  })
  .meta({ id: 'AdminMembership' });
export type Membership = Readonly<z.infer<typeof membershipSchema>>;
