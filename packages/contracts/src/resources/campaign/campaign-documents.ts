/** Documents that a campaign asks its leads to sign (§2.1.2). */
import { z } from 'zod';
import { longTextSchema, mapOf, textSchema } from '../../formats/bounds.js';
import { conditionGroupSchema } from '../../conditions/conditions.js';
import { wholeNumberSchema } from '../../formats/primitives.js';

const fieldMappingOverrideSchema = z.object({
  id: textSchema.optional().describe('Identifier of the mapping.'),
  providerFieldName: textSchema.optional().describe('Name of the field at the vendor.'),
  providerFieldId: textSchema.optional().describe('Identifier of the field at the vendor.'),
  providerFieldLabel: textSchema.optional().describe('Label of the field at the vendor.'),
  providerFieldType: textSchema.optional().describe('Type of the field at the vendor.'),
  fallbackTemplate: longTextSchema
    .optional()
    .describe('Liquid template over field keys, used when the source has no value.'),
  sourceType: textSchema
    .optional()
    .describe('Where the value comes from.')
    .meta({ example: 'field_library' }),
  sourceValue: textSchema.optional().describe('Which value of the source, e.g. a field key.'),
  sourceLabel: textSchema.optional().describe('Label of the source.'),
  providerFieldRequired: z.boolean().optional().describe('Whether the vendor requires the field.'),
  autoFill: z.boolean().optional().describe('Whether the field is filled in beforehand.'),
});

/** A document of a campaign. It is requested if `isActive` and `autoSend` are true and its conditions hold. */
export const campaignDocumentSchema = z
  .object({
    documentId: textSchema.optional().describe('Identifier of the document.'),
    documentTemplateId: textSchema
      .optional()
      .describe('Identifier of its template, where templateId is not set.'),
    type: textSchema.optional().describe('Kind of document.').meta({ example: 'retainer' }),
    name: textSchema.optional().describe('Shown to people.').meta({ example: 'Retainer agreement' }),
    templateId: textSchema.optional().describe('Identifier of its template at the vendor.'),
    provider: textSchema
      .optional()
      .describe('The electronic-signature vendor; docuseal sends the document, others are not built.')
      .meta({ example: 'docuseal' }),
    conditions: conditionGroupSchema
      .optional()
      .describe('When given, the document is asked for only if they hold.'),
    fieldMappingOverrides: z
      .array(fieldMappingOverrideSchema)
      .max(200)
      .optional()
      .describe('How its fields are filled in.'),
    metadataOverrides: mapOf(longTextSchema)
      .optional()
      .describe('Passed on to the vendor; `role` names the role of the lead in the template.'),
    isActive: z.boolean().optional().describe('Whether the document is in use.'),
    required: z.boolean().optional().describe('Whether the lead has to sign it.'),
    autoSend: z.boolean().optional().describe('Whether it is asked for when the lead qualifies.'),
    expiresInDays: wholeNumberSchema
      .min(1)
      .max(3_650)
      .optional()
      .describe('Days until an unsigned document expires.'),
    order: wholeNumberSchema
      .optional()
      .describe('Position among the documents: it is sent when those with lower ones are signed.'),
  })
  .meta({ id: 'CampaignDocument' });
export type CampaignDocument = z.infer<typeof campaignDocumentSchema>;
