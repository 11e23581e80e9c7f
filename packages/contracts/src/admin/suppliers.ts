/** Suppliers: whether they may send leads and where to, what they are told of today and of each day, and their limits. */
import { z } from 'zod';
import { supplierNumbersShape } from '../resources/supplier-view.js';
import { supplierStatuses } from '../resources/supplier.js';
import {
  instantSchema,
  namesExample,
  namesSchema,
  pageEndShape,
  pageQueryShape,
  searchQueryShape,
} from './admin-fields.js';
import { capUseSchema } from './campaign-view.js';
import { inTenant } from './admin-scopes.js';
import { defineAdminEndpoint } from './define-admin-endpoint.js';

const rowShape = {
  supplierId: z.string().describe('The supplier.'),
  name: z.string().describe('Its name.'),
  status: z
    .enum([...supplierStatuses, 'archived'])
    .describe('`test`: all of its leads are test leads. `paused` and `archived`: it may send none.'),
  campaignIds: z
    .array(z.string())
    .optional()
    .describe('The campaigns that it may send leads to; absent if it may send to any.'),
  limits: z.array(capUseSchema).describe('Its limits: how many leads are taken of it, and were.'),
  cost: z.string().optional().describe('What it is paid, in words; absent if nothing.'),
  hasPostback: z.boolean().describe('Whether its tracker is called with what became of its leads.'),
  keys: z.int().describe('How many keys it has that work.'),
};

const numbers = z.object(supplierNumbersShape);

/** A supplier as the list shows it. */
export const supplierRowSchema = z
  .object({
    ...rowShape,
    today: numbers
      .optional()
      .describe(
        "What it is told of the leads that came in today, in the tenant's time zone; absent if not asked for.",
      ),
  })
  .meta({ id: 'AdminSupplierRow' });
export type SupplierRow = z.infer<typeof supplierRowSchema>;

/** A supplier in full. */
export const supplierViewSchema = z
  .object({
    ...rowShape,
    names: namesSchema,
    days: z
      .array(z.object({ day: z.string().describe("`YYYY-MM-DD` in the tenant's zone."), ...numbers.shape }))
      .describe('What it is told of the latest days, today last.'),
    postingLinks: z
      .array(
        z.object({
          campaignId: z.string().describe('The campaign that they tell how to send leads to.'),
          links: z
            .int()
            .describe('How many have not expired, also if the supplier may no longer send to the campaign.'),
          madeAt: instantSchema.describe('When the latest was made.'),
        }),
      )
      .describe('Its links to posting instructions, by campaign.'),
  })
  .meta({ id: 'AdminSupplier' });
export type SupplierView = z.infer<typeof supplierViewSchema>;

const row: SupplierRow = {
  supplierId: 'sup_north',
  name: 'North Media',
  status: 'active',
  campaignIds: ['ACMRU'],
  limits: [
    {
      of: 'supplier',
      period: 'daily',
      cap: 500,
      taken: 20,
      reserved: 0,
      turnsAt: '2026-01-16T05:00:00.000Z',
    },
  ],
  cost: '$12.00 for each lead that qualifies',
  hasPostback: true,
  keys: 1,
};

const told = {
  ...{ received: 20, accepted: 12, rejected: 5, duplicate: 2, pending: 1 },
  payout: [{ amount: 216, currency: 'USD' }],
};

const flag = z.enum(['true', 'false']);

export const adminListSuppliers = defineAdminEndpoint({
  ...inTenant.view,
  method: 'GET',
  path: '/suppliers',
  summary: 'List suppliers',
  description:
    "Lists a tenant's suppliers by id, with their keys, the use of their limits, and the numbers of today as they are told them.",
  query: z.object({
    ...searchQueryShape,
    archived: flag.default('false').describe('Whether archived ones are listed too.'),
    numbers: flag.default('true').describe('Whether the leads of today are counted.'),
    ...pageQueryShape,
  }),
  data: z.object({
    suppliers: z.array(supplierRowSchema).describe('The suppliers of this page.'),
    names: namesSchema,
    ...pageEndShape,
  }),
  examples: {
    data: { suppliers: [{ ...row, today: told }], names: namesExample, nextCursor: null, hasMore: false },
  },
});

export const adminGetSupplier = defineAdminEndpoint({
  ...inTenant.view,
  method: 'GET',
  path: '/suppliers/{supplierId}',
  summary: 'Get a supplier',
  description:
    'One supplier: whether it may send leads and where to, its limits with their use, what it is paid, its numbers of the latest days as it is told them, and its links to posting instructions.',
  params: z.object({
    supplierId: z.string().min(1).max(100).describe('The supplier.').meta({ example: 'sup_north' }),
  }),
  data: supplierViewSchema,
  examples: {
    data: {
      ...row,
      names: namesExample,
      days: [{ day: '2026-01-15', ...told }],
      postingLinks: [{ campaignId: 'ACMRU', links: 1, madeAt: '2026-01-15T17:20:31.042Z' }],
    },
  },
});
