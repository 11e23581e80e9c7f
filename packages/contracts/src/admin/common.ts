/** Fields that endpoints of the admin API share. */
import { z } from 'zod';
import { tenantIdSchema } from '../ids.js';

/** The path of everything that belongs to one tenant. */
export const tenantParams = z.object({
  tenantId: tenantIdSchema.describe('The tenant.').meta({ example: 'demo' }),
});

/** An instant of an answer: ISO 8601, UTC, milliseconds. */
export const instantSchema = z.iso.datetime();

const MOST_LISTED = 200;

/** Which page of a list: at most so many items, after those of the page whose `nextCursor` is sent. */
export const pageQueryShape = {
  limit: z.coerce.number().int().min(1).max(MOST_LISTED).default(50).describe('Items per page.'),
  cursor: z.string().min(1).max(300).optional().describe('`nextCursor` of the page before.'),
};

/** Where the next page begins. */
export const nextCursorSchema = z
  .string()
  .nullable()
  .describe('Where the next page begins; null on the last.');
