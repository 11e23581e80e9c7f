/** Indexes that several collections have. */
import type { IndexDescription } from 'mongodb';
import { ON_HOLD_FROM, ON_HOLD_INDEX } from '../holds/work-on-hold.js';

export const dueAt: IndexDescription = {
  key: { tenantId: 1, dueAt: 1, _id: 1 },
  partialFilterExpression: { dueAt: { $exists: true } },
};

/** Finds what a release makes due. The database distinguishes it from the one above by its filter. */
export const onHold: IndexDescription = {
  name: ON_HOLD_INDEX,
  key: dueAt.key,
  partialFilterExpression: { dueAt: { $gte: ON_HOLD_FROM } },
};

export const expiresAt: IndexDescription = {
  key: { expiresAt: 1 },
  partialFilterExpression: { expiresAt: { $exists: true } },
};
