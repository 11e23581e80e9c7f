/** Fields that several endpoints of the admin API have. */
import { z } from 'zod';
import { tenantIdSchema } from '../ids.js';

/** The path parameters of everything that belongs to one tenant. */
export const tenantParams = z.object({
  tenantId: tenantIdSchema.describe('The tenant.').meta({ example: 'demo' }),
});

/** An instant in an answer: ISO 8601, UTC, milliseconds. */
export const instantSchema = z.iso.datetime();

const MOST_LISTED = 200;

/** The page of a list: at most this many items, after the page whose `nextCursor` is sent. */
export const pageQueryShape = {
  limit: z.coerce.number().int().min(1).max(MOST_LISTED).default(50).describe('Items per page.'),
  cursor: z.string().min(1).max(300).optional().describe('`nextCursor` of the previous page.'),
};

/** Where the next page starts. */
export const nextCursorSchema = z
  .string()
  .nullable()
  .describe('The cursor of the next page; null on the last page.');
