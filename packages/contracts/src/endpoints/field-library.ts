/** Field library (§4.9). */
import { z } from 'zod';
import { fieldLibraryEntrySchema, listFieldsQuerySchema } from '../resources/field-library.js';
import { defineEndpoint } from './define-endpoint.js';
import { createdAt } from './example-values.js';

/** GET /api/v1/field-library */
export const listFields = defineEndpoint({
  operationId: 'listFields',
  method: 'GET',
  path: '/api/v1/field-library',
  summary: 'List the field library',
  description:
    'Lists the field keys that leads may carry. A filter that nothing can match (an unknown word, an unknown id) gives an empty list; other malformed parameters count as not given.',
  tag: 'Field library',
  query: listFieldsQuerySchema,
  data: z.object({ fields: z.array(fieldLibraryEntrySchema).describe('The entries.') }),
  successStatus: 200,
  errors: [],
  examples: {
    data: {
      fields: [
        {
          key: 'injury',
          label: 'Injured?',
          category: 'question',
          dataType: 'string',
          isStandard: false,
          active: true,
          createdAt,
          updatedAt: createdAt,
        },
      ],
    },
  },
});
