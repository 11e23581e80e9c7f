/** File references (§2.7): their input, and their stored and returned form. */
import { z } from 'zod';
import { looseMapSchema, requiredTextSchema, textSchema } from '../formats/bounds.js';
import { fileStatusSchema } from './file-status.js';
import { httpUrlSchema, sentTimestampSchema, timestampSchema } from '../formats/primitives.js';

/** The source of a file; the first five are electronic-signature vendors. */
export const fileProviderSchema = z.enum([
  'docuseal',
  'docusign',
  'dropbox_sign',
  'pandadoc',
  'adobe_sign',
  'manual_upload',
  'system_generated',
  'csv_import',
]);
export type FileProvider = z.infer<typeof fileProviderSchema>;

/** The vendors that documents are really sent through; the other named ones are not built. */
export const documentVendors = ['docuseal'] as const satisfies readonly FileProvider[];
export type DocumentVendor = (typeof documentVendors)[number];

/** Whether documents are sent through a vendor of this name. */
export function isDocumentVendor(vendor: string): vendor is DocumentVendor {
  return documentVendors.some((each) => each === vendor);
}

const leadId = requiredTextSchema
  .describe('The lead the file belongs to.')
  .meta({ example: 'lead_01KF3V5N8Q2W7Y4B6C9D1E0G2H' });
const fileKey = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[a-z0-9_]*$/, 'must contain only lower-case letters, digits and underscores')
  .describe('Identifies the file within the lead.')
  .meta({ example: 'retainer' });
const fileName = requiredTextSchema.describe('Original name of the file.').meta({ example: 'retainer.pdf' });
const fileType = requiredTextSchema.describe('File extension.').meta({ example: 'pdf' });

/**
 * The body that creates or updates a file reference, identified by `leadId` and `fileKey`. Status and provider have no
 * default here: if omitted, an existing file keeps its own, and a new one is `pending` and `manual_upload`.
 */
export const upsertFileInputSchema = z
  .object({
    leadId,
    fileKey,
    fileName,
    fileType,
    documentUrl: httpUrlSchema
      .describe('Where the file is, publicly.')
      .meta({ example: 'https://files.example/r.pdf' }),
    signingUrl: httpUrlSchema.optional().describe('Where the lead signs it.'),
    provider: fileProviderSchema.optional().describe('Where the file comes from; manual_upload at first.'),
    providerDocumentId: textSchema.optional().describe("The file's identifier there."),
    status: fileStatusSchema.optional().describe('The status of the file; pending at first.'),
    signedAt: sentTimestampSchema.optional().describe('When it was signed, ISO 8601.'),
    createdBySubmissionId: textSchema.optional().describe('The submission that created it.'),
    metadata: looseMapSchema.optional().describe('Further data from the provider.'),
  })
  .meta({ id: 'UpsertFile' });

/** A file reference as stored and returned. */
export const fileReferenceSchema = z
  .object({
    fileId: z.string().describe('Identifies the file.').meta({ example: 'file_01KF3V5N8Q2W7Y4B6C9D1E0G2H' }),
    leadId,
    fileKey,
    fileName,
    fileType,
    documentUrl: z.string().describe('Where the file is. Empty while a requested document is not there yet.'),
    signingUrl: textSchema.optional().describe('Where the lead signs it.'),
    provider: fileProviderSchema.describe('Where the file comes from.'),
    providerDocumentId: textSchema.optional().describe("The file's identifier there."),
    status: fileStatusSchema.describe('The status of the file.'),
    signedAt: timestampSchema.optional().describe('When it was signed.'),
    createdBySubmissionId: textSchema.optional().describe('The submission that created it.'),
    metadata: looseMapSchema.optional().describe('Further data from the provider.'),
    createdAt: timestampSchema.describe('When the reference was created.'),
    updatedAt: timestampSchema.describe('When the reference was last changed.'),
  })
  .meta({ id: 'FileReference' });
export type FileReference = z.infer<typeof fileReferenceSchema>;
