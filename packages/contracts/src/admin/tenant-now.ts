/** What is happening in one tenant, as its own people are shown it. */
import { z } from 'zod';
import { defineAdminEndpoint, defineAdminStream } from './define-admin-endpoint.js';
import {
  exampleNow,
  examplePoint,
  figurePointSchema,
  historyOf,
  historyRangeField,
  nowSchema,
  waitsSchema,
} from './live.js';

const members = ['owner', 'manager', 'analyst'] as const;

// What waits in queues is the installation's.
const pointSchema = figurePointSchema
  .omit({ stages: true, held: true, overdue: true })
  .meta({ id: 'AdminTenantFigures' });

const tenantNowSchema = nowSchema
  .pick({ at: true, findings: true, held: true, buyers: true })
  .extend({
    minutes: z
      .array(pointSchema)
      .optional()
      .describe('Figures of this minute and the last; absent while MongoDB does not answer.'),
    waits: waitsSchema.pick({ held: true, onHold: true, person: true }).describe('How much waits.'),
  })
  .meta({ id: 'AdminTenantNow' });
export type TenantNow = z.infer<typeof tenantNowSchema>;

const { stages: _stages, held: _held, overdue: _overdue, ...tenantPoint } = examplePoint;
const example = {
  at: exampleNow.at,
  findings: exampleNow.findings,
  waits: { held: 3, onHold: 0, person: 2 },
};

export const adminGetTenantNow = defineAdminEndpoint({
  method: 'GET',
  scope: 'tenant',
  path: '/now',
  role: 'view',
  members,
  summary: 'A tenant as it is now',
  description:
    'The findings, held leads and failing buyers of this tenant, and the figures of its leads in the last two minutes. Nothing of the installation or of another tenant is in it; a person of the installation is “an operator of the installation”.',
  data: tenantNowSchema,
  examples: { data: example },
});

export const adminWatchTenantNow = defineAdminStream({
  method: 'GET',
  scope: 'tenant',
  path: '/now/stream',
  role: 'view',
  members,
  summary: 'A tenant, live',
  description: 'The answer of `GET /admin/v1/tenants/{tenantId}/now` every second, as server-sent events.',
  format: 'events',
  item: tenantNowSchema,
  examples: { item: example },
});

export const adminGetTenantHistory = defineAdminEndpoint({
  method: 'GET',
  scope: 'tenant',
  path: '/history',
  role: 'view',
  members,
  summary: 'Figures of a tenant in the last hour, day or week',
  description: 'An hour by the minute, a day by five minutes, a week by the hour, without gaps.',
  query: z.object({ range: historyRangeField }),
  data: historyOf(pointSchema),
  examples: { data: { stepMs: 60_000, points: [tenantPoint] } },
});
