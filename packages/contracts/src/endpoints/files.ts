/** Files (§4.7). */
import { fileReferenceSchema, upsertFileInputSchema } from '../resources/file-reference.js';
import { timestampSchema } from '../formats/primitives.js';
import { defineEndpoint } from './define-endpoint.js';
import { createdAt, leadId } from './example-values.js';

const example = {
  leadId,
  fileKey: 'retainer',
  fileName: 'retainer.pdf',
  fileType: 'pdf',
  documentUrl: 'https://files.example/retainer.pdf',
};

/** POST /api/v1/files */
export const upsertFile = defineEndpoint({
  operationId: 'upsertFile',
  method: 'POST',
  path: '/api/v1/files',
  summary: 'Create or update a file reference',
  description:
    'Creates the file reference of a lead and fileKey, or updates the one that exists. The file itself is hosted elsewhere and never fetched.',
  tag: 'Files',
  body: upsertFileInputSchema,
  data: fileReferenceSchema
    .pick({
      fileId: true,
      leadId: true,
      fileKey: true,
      fileName: true,
      fileType: true,
      documentUrl: true,
      status: true,
      provider: true,
      createdAt: true,
      updatedAt: true,
    })
    .extend({ signedAt: timestampSchema.nullable().describe('When it was signed; null until then.') }),
  successStatus: 200,
  idempotent: true,
  errors: [],
  examples: {
    body: example,
    data: {
      fileId: 'file_01KF3V5N8Q2W7Y4B6C9D1E0G2H',
      ...example,
      status: 'pending',
      provider: 'manual_upload',
      createdAt,
      updatedAt: createdAt,
      signedAt: null,
    },
  },
});
