/** A made-up lead from a JSON file: the body that would submit it, nested or with dotted names. */
import { submitLeadInputSchema } from '@sluice/contracts';
import { Problem } from '@sluice/local';
import { readAs, readJsonFile } from '../files/json-file.js';
import type { TextFileOptions } from '../files/text-file.js';
import { fieldProblem, leadBody, type Fields } from '../send/lead-body.js';

/** Reads the lead as the interface would, for a first submission to `campaignId`. @throws Problem */
export async function madeUpLead(
  path: string,
  campaignId: string,
  options: Pick<TextFileOptions, 'encoding'> = {},
): Promise<Fields> {
  const { value: fields, problems } = await readJsonFile(path, { ...options, what: 'lead file' });
  // The body of a submission names its campaign; here the option does.
  const unknown = Object.entries(fields).flatMap(([field, value]) =>
    field === 'campaignId' ? [] : (fieldProblem(field, value) ?? []),
  );
  const { campaignId: _given, ...lead } = leadBody(fields, campaignId);
  const read = readAs(
    submitLeadInputSchema,
    { value: { ...lead, campaignId }, problems: [...problems, ...unknown] },
    path,
  );
  if (read.leadId !== undefined)
    throw new Problem(`${path} would be refused:\n  leadId: a made-up lead must not have one`);
  return lead;
}
