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

/** A part of a text that is looked for. */
export const searchedText = z
  .string()
  .trim()
  .max(100)
  .refine((text) => !text.includes('\0'), 'holds a NUL character')
  .optional();

/** Which items of a list of configured ones: those that a person looks for. */
export const searchQueryShape = {
  search: searchedText.describe('Only those whose id or name contains this text, in any letter case.'),
};

const nextCursorSchema = z
  .string()
  .nullable()
  .describe('The cursor of the next page; null on the last page.');

/** The end of a page of a list: where the next one starts. */
export const pageEndShape = {
  nextCursor: nextCursorSchema,
  hasMore: z.boolean().describe('Whether there is a next page.'),
};

/** The same of one page; the last one has no cursor of a next one. */
export function pageEnd(nextCursor: string | null): {
  readonly nextCursor: string | null;
  readonly hasMore: boolean;
} {
  return { nextCursor, hasMore: nextCursor !== null };
}

const namesById = z.record(z.string(), z.string());

/** The names of what the items of a list name by ids; what has no name, or is unknown, is not in it. */
export const namesSchema = z
  .object({
    campaigns: namesById.describe('Of campaigns, by their ids.'),
    clients: namesById.describe('Of clients.'),
    offers: namesById.describe('Of offers.'),
    suppliers: namesById.describe('Of suppliers.'),
  })
  .describe('The names of what the items of this page name by ids.')
  .meta({ id: 'AdminNames' });
export type Names = z.infer<typeof namesSchema>;

/** The names in examples. */
export const namesExample: Names = {
  campaigns: { ACMRU: 'Acme - Roundup' },
  clients: { cli_acme: 'Acme' },
  offers: {},
  suppliers: {},
};

const MOST_LINES = 2_000;

/** The parts of a table as CSV, one call each; put one after the other, they are the table. */
export const csvQueryShape = {
  bom: z
    .enum(['true', 'false'])
    .default('false')
    .describe('Whether the table begins with a byte order mark, for Excel.'),
  limit: z.coerce.number().int().min(1).max(MOST_LINES).default(MOST_LINES).describe('Lines per part.'),
  cursor: z.string().min(1).max(300).optional().describe('`nextCursor` of the part before.'),
};

/** A part of a table. */
export const csvPartSchema = z.object({
  csv: z.string().describe('The lines of this part; the first part begins with the headings.'),
  nextCursor: nextCursorSchema,
});

/** The most rows of a file that is uploaded: all are answered at once, and returns are requested one after the other. */
export const mostUploadedRows = { reconcile: 2_000, returns: 1_000 } as const;

/** A file of at most so many rows that a person uploads. */
export function uploadShape(most: number) {
  return {
    file: z
      .string()
      .min(1)
      .refine((text) => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text), 'must be base64')
      .describe(
        `The bytes of a CSV file with a heading, as base64; at most ${most.toLocaleString('en')} rows.`,
      ),
    encoding: z
      .string()
      .min(1)
      .max(40)
      .optional()
      .describe('Its encoding, e.g. `windows-1252`; default UTF-8, or UTF-16 with its mark.'),
  };
}

/** Where a person finds a row in a file. */
export const placeSchema = z.string().describe('Where the row stands, e.g. `line 2`.');
