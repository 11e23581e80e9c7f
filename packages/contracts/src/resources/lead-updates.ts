/** The body of bulk update (§4.2): which fields of leads may be changed, and to which values. */
import { z } from 'zod';
import { mapsThat } from '../lead-fields/values.js';
import { shapeOf } from '../lead-fields/ways.js';
import { looseValueSchema, openObjectBounds, requiredTextSchema } from '../formats/bounds.js';
import { evenWithProblems } from '../reading/even-with-problems.js';
import { approvalStatusSchema, leadStatusSchema } from './lead-status.js';
import { keyProblem } from '../reading/unstorable.js';

const updatableShape = {
  status: leadStatusSchema.optional().describe('The new status.'),
  approvalStatus: approvalStatusSchema.optional().describe('The new approval status.'),
  ...shapeOf('update'),
};

const oneEntry = new RegExp(`^(?:${mapsThat('updatedByEntry').join('|')})\\.([a-z0-9_]{1,64})$`);

// What follows the dot becomes a key of a stored object.
function isUpdatable(key: string): boolean {
  const entry = oneEntry.exec(key)?.[1];
  return Object.hasOwn(updatableShape, key) || (entry !== undefined && keyProblem(entry) === undefined);
}

/**
 * The fields to change. Besides the lead's own fields, `questionnaire.<key>`, `customFields.<key>` and `flags.<key>`
 * each set one entry. Any other key is a problem, because a typo in an update must not go unnoticed.
 */
export const leadUpdatesSchema = z
  .object(updatableShape)
  .catchall(looseValueSchema)
  .superRefine((updates, ctx) => {
    const keys = Object.keys(updates);
    if (keys.length === 0) ctx.addIssue({ code: 'custom', message: 'must name at least one field' });
    for (const key of keys) {
      if (isUpdatable(key)) continue;
      ctx.addIssue({ code: 'custom', path: [key], message: 'is not a field that can be updated' });
    }
  }, evenWithProblems)
  .meta({
    id: 'LeadUpdates',
    ...openObjectBounds,
    example: { status: 'contacted', 'questionnaire.injury': 'yes' },
  });
export type LeadUpdates = z.infer<typeof leadUpdatesSchema>;

/** The body of bulk update: at most 1,000 leads. */
export const bulkUpdateLeadsInputSchema = z
  .strictObject({
    leadIds: z.array(requiredTextSchema).min(1).max(1_000).describe('The leads to change.'),
    updates: leadUpdatesSchema.describe('The fields to change and their new values.'),
  })
  .meta({ id: 'BulkUpdateLeads' });
