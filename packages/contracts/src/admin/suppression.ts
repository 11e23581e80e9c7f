/** Suppression lists for those who look after them: how many entries each has, and imports of files, in parts. */
import { z } from 'zod';
import { addedEntriesShape, suppressionListInputSchema } from '../resources/suppression-list.js';
import { instantSchema } from './admin-fields.js';
import { inTenant } from './admin-scopes.js';
import { defineAdminEndpoint } from './define-admin-endpoint.js';

const { accepted, duplicate, invalid, invalidLines } = addedEntriesShape;
const listId = z.string().min(1).max(100).describe('The list.').meta({ example: 'sl_dnc' });
const importId = z.string().min(1).max(100).describe('The import.').meta({ example: 'imp_1' });

const rowSchema = z
  .object({
    listId,
    name: suppressionListInputSchema.shape.name,
    entries: z.int().describe('How many entries it has.'),
    importing: z.boolean().describe('Whether a file is being imported.'),
    lastImport: z
      .object({ at: instantSchema.describe('When it ended.'), accepted, duplicate, invalid })
      .optional()
      .describe('The last import of a file; absent if there was none.'),
  })
  .meta({ id: 'AdminSuppressionRow' });
export type SuppressionRow = z.infer<typeof rowSchema>;

export const adminListSuppression = defineAdminEndpoint({
  ...inTenant.view,
  method: 'GET',
  path: '/suppression-lists',
  summary: 'List suppression lists',
  description: "A tenant's suppression lists with the number of their entries and their last imports.",
  data: z.object({ lists: z.array(rowSchema).describe('The lists, by id.') }),
  examples: {
    data: {
      lists: [
        {
          ...{ listId: 'sl_dnc', name: 'Do not call', entries: 20, importing: false },
          lastImport: { at: '2026-01-15T17:20:31.042Z', accepted: 20, duplicate: 0, invalid: 0 },
        },
      ],
    },
  },
});

export const adminBeginSuppressionImport = defineAdminEndpoint({
  ...inTenant.operate,
  method: 'POST',
  path: '/suppression-lists/{listId}/imports',
  summary: 'Begin an import into a suppression list',
  did: 'began an import into suppression list {listId}',
  description:
    'Begins the import of a file; one at a time for each list. It is given up if nothing comes for a minute, and with `replace` the list is then what it was.',
  params: z.object({ listId }),
  body: z.object({
    replace: z.boolean().default(false).describe('Whether the file replaces what the list has.'),
  }),
  data: z.object({ importId }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: { body: { replace: false }, data: { importId: 'imp_1' } },
});

export const adminAddSuppressionPart = defineAdminEndpoint({
  ...inTenant.operate,
  method: 'POST',
  path: '/suppression-lists/{listId}/imports/{importId}/parts',
  summary: 'Send a part of an import',
  description: 'Keeps a part of the file until the import is finished. Repeatable.',
  params: z.object({ listId, importId }),
  body: z.object({
    part: z.int().min(0).max(1_000_000).describe('Which part it is, from 0 on.'),
    values: z.array(z.string().max(1_000)).min(1).max(10_000).describe('Its values.'),
  }),
  bounds: { maxItems: 10_000 },
  changes: false,
  data: z.object({
    valid: z.int().describe('How many of them can be listed.'),
    invalid,
    places: invalidLines,
  }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: {
    body: { part: 0, values: ['+1 (415) 555-0132', 'nobody'] },
    data: { valid: 1, invalid: 1, places: [2] },
  },
});

export const adminFinishSuppressionImport = defineAdminEndpoint({
  ...inTenant.operate,
  method: 'POST',
  path: '/suppression-lists/{listId}/imports/{importId}/finish',
  summary: 'Finish an import',
  did: 'imported a file into suppression list {listId}',
  description:
    'Lists what was sent. A long import takes several calls; the answer of the last one says `done`. With `replace`, the list is replaced at once by that call.',
  params: z.object({ listId, importId }),
  body: z.object({
    valid: z.int().min(0).describe('How many values were valid, of all parts.'),
    invalid: z.int().min(0).describe('How many were not.'),
  }),
  data: z.object({
    done: z.boolean().describe('Whether all is listed.'),
    accepted: accepted.optional(),
    duplicate: duplicate.optional(),
  }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: { body: { valid: 20, invalid: 0 }, data: { done: true, accepted: 20, duplicate: 0 } },
});
