/** A made-up lead from a JSON file: the body that would submit it, nested or with dotted names. */
import { readBody, submitLeadInputSchema } from '@sluice/contracts';
import { Problem } from '@sluice/local';
import { parseJson } from '../files/parse-json.js';
import { readTextFile, type TextFileOptions } from '../files/text-file.js';
import { fieldProblem, leadBody, type Fields } from '../send/lead-body.js';

/** Reads the lead as the interface would, for a first submission to `campaignId`. @throws Problem */
export function madeUpLead(path: string, campaignId: string, options: TextFileOptions = {}): Fields {
  const { fields, problems } = parsed(path, options);
  // The body of a submission names its campaign; here the option does.
  const unknown = Object.entries(fields).flatMap(([field, value]) =>
    field === 'campaignId' ? [] : (fieldProblem(field, value) ?? []),
  );
  if (problems.length + unknown.length > 0) throw refusal(path, [...problems, ...unknown]);
  const { campaignId: _given, ...lead } = leadBody(fields, campaignId);
  const read = readBody(submitLeadInputSchema, { ...lead, campaignId });
  if (read.kind === 'invalid') throw refusal(path, read.problems);
  if (read.value.leadId !== undefined) throw refusal(path, ['leadId: a made-up lead must not have one']);
  return lead;
}

function parsed(
  path: string,
  options: TextFileOptions,
): { readonly fields: Fields; readonly problems: readonly string[] } {
  const read = parseJson(readTextFile(path, 'lead file', options));
  const why = read.kind === 'broken' ? ` (line ${read.line}, column ${read.column}: ${read.problem})` : '';
  if (
    read.kind === 'broken' ||
    typeof read.value !== 'object' ||
    read.value === null ||
    Array.isArray(read.value)
  )
    throw new Problem(`${path} does not contain a JSON object${why}.`);
  return { fields: read.value as Fields, problems: read.problems };
}

function refusal(path: string, problems: readonly string[]): Problem {
  return new Problem(`${path} would be refused:\n  ${problems.join('\n  ')}`);
}
