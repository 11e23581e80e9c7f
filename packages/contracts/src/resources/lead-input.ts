/** The bodies that create leads: submit and direct create (§4.2). */
import { z } from 'zod';
import { neededByNewLead, shapeOf } from '../lead-fields/ways.js';
import { evenWithProblems } from '../reading/even-with-problems.js';

/**
 * The body of submit. Without `leadId` the lead is new and the contact fields are required; with it, that lead's data
 * is used, and the fields sent replace it.
 */
export const submitLeadInputSchema = z
  .object(shapeOf('submit'))
  .superRefine((body, ctx) => {
    if (body.leadId !== undefined) return;
    for (const field of neededByNewLead) {
      if (body[field] === undefined) {
        ctx.addIssue({ code: 'custom', path: [field], message: 'is required for a new lead' });
      }
    }
  }, evenWithProblems)
  .meta({ id: 'SubmitLead' });
export type SubmitLeadInput = z.infer<typeof submitLeadInputSchema>;

/** The body that creates a lead directly, without qualification or delivery. */
export const createLeadInputSchema = z.object(shapeOf('create')).meta({ id: 'CreateLead' });
