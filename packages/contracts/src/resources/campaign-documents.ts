/** Documents that a campaign asks its leads to sign (§2.1.2). */
import { z } from 'zod';
import { conditionGroupSchema } from './conditions.js';

const fieldMappingOverrideSchema = z.object({
  id: z.string().optional().describe('Identifier of the mapping.'),
  providerFieldName: z.string().optional().describe('Name of the field at the vendor.'),
  providerFieldId: z.string().optional().describe('Identifier of the field at the vendor.'),
  providerFieldLabel: z.string().optional().describe('Label of the field at the vendor.'),
  providerFieldType: z.string().optional().describe('Type of the field at the vendor.'),
  fallbackTemplate: z.string().optional().describe('Text used when the source has no value.'),
  sourceType: z
    .string()
    .optional()
    .describe('Where the value comes from.')
    .meta({ example: 'field_library' }),
  sourceValue: z.string().optional().describe('Which value of the source, e.g. a field key.'),
  sourceLabel: z.string().optional().describe('Label of the source.'),
  providerFieldRequired: z.boolean().optional().describe('Whether the vendor requires the field.'),
  autoFill: z.boolean().optional().describe('Whether the field is filled in beforehand.'),
});

/** A document of a campaign. It is asked for when `isActive` and `autoSend` are true and its conditions hold. */
export const campaignDocumentSchema = z
  .object({
    documentId: z.string().optional().describe('Identifier of the document.'),
    documentTemplateId: z.string().optional().describe('Identifier of its template here.'),
    type: z.string().optional().describe('Kind of document.').meta({ example: 'retainer' }),
    name: z.string().optional().describe('Shown to people.').meta({ example: 'Retainer agreement' }),
    templateId: z.string().optional().describe('Identifier of its template at the vendor.'),
    provider: z
      .string()
      .optional()
      .describe('The electronic-signature vendor.')
      .meta({ example: 'docuseal' }),
    conditions: conditionGroupSchema
      .optional()
      .describe('When given, the document is asked for only if they hold.'),
    fieldMappingOverrides: z
      .array(fieldMappingOverrideSchema)
      .optional()
      .describe('How its fields are filled in.'),
    metadataOverrides: z.record(z.string(), z.string()).optional().describe('Passed on to the vendor.'),
    isActive: z.boolean().optional().describe('Whether the document is in use.'),
    required: z.boolean().optional().describe('Whether the lead has to sign it.'),
    autoSend: z.boolean().optional().describe('Whether it is asked for when the lead qualifies.'),
    expiresInDays: z.int().min(1).max(3_650).optional().describe('Days until an unsigned document expires.'),
    order: z.int().optional().describe('Position among the documents, ascending.'),
  })
  .meta({ id: 'CampaignDocument' });
export type CampaignDocument = z.infer<typeof campaignDocumentSchema>;
