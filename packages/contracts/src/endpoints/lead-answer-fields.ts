/** Fields and path parameters that several endpoints about one lead have. */
import { z } from 'zod';
import { requiredTextSchema } from '../formats/bounds.js';
import { leadId, newSubmissionId, submissionId } from './example-values.js';

/** `leadId` in an answer. */
export const leadIdField = z.string().describe('Identifies the lead.').meta({ example: leadId });

/** `submissionId` in an answer. */
export const submissionIdField = z
  .string()
  .describe('Identifies this attempt to place the lead.')
  .meta({ example: submissionId });

/** `newSubmissionId` in an answer. */
export const newSubmissionIdField = z
  .string()
  .describe('Identifies the new attempt to place the lead.')
  .meta({ example: newSubmissionId });

/** The path parameter `{leadId}`. */
export const leadParams = z.object({
  leadId: requiredTextSchema.describe('Identifies the lead.').meta({ example: leadId }),
});
