/** The indexes that hold only what needs a person. Everything that counts or lists it reads one of them. */
import {
  alertedReasons,
  CRASHING_AFTER_DEATHS,
  statusesAwaitingPerson,
  UNKNOWN_OUTCOME,
} from '@sluice/contracts';
import type { IndexDescription } from 'mongodb';

/** The leads that wait for a person, grouped by their cause. */
export const waitingLeads = {
  key: { tenantId: 1, status: 1, reason: 1, campaignId: 1, updatedAt: -1, _id: -1 },
  partialFilterExpression: { status: { $in: [...statusesAwaitingPerson] } },
} as const satisfies IndexDescription;

/** The leads that people are alerted to; those of all tenants are counted without reading one. */
export const alertedLeads = {
  key: { reason: 1, tenantId: 1, status: 1, updatedAt: 1 },
  partialFilterExpression: { reason: { $in: [...alertedReasons] } },
} as const satisfies IndexDescription;

/** The submissions whose outcome is unknown, whether or not their leads have newer ones. */
export const unknownOutcomes = {
  key: { tenantId: 1, reason: 1, _id: 1 },
  partialFilterExpression: { reason: UNKNOWN_OUTCOME },
} as const satisfies IndexDescription;

/** The submissions in progress whose workers died again and again. */
export const crashingSubmissions = {
  key: { tenantId: 1, deaths: -1 },
  partialFilterExpression: { deaths: { $gte: CRASHING_AFTER_DEATHS }, dueAt: { $exists: true } },
} as const satisfies IndexDescription;
