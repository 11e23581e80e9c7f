/** A made-up lead from a JSON file: the body that would submit it, nested or with dotted names. */
import { readBody, submitLeadInputSchema } from '@sluice/contracts';
import { readFileSync } from 'node:fs';
import { Problem } from '@sluice/local';
import { fieldProblem, leadBody } from '../send/lead-body.js';

/** Reads the lead as the interface would, for a first submission to `campaignId`. @throws Problem */
export function madeUpLead(path: string, campaignId: string): Readonly<Record<string, unknown>> {
  const fields = parsed(path);
  const unknown = Object.entries(fields).flatMap(([field, value]) => fieldProblem(field, value) ?? []);
  if (unknown.length > 0) throw refusal(path, unknown);
  const { campaignId: _given, ...lead } = leadBody(fields, campaignId);
  const read = readBody(submitLeadInputSchema, { ...lead, campaignId });
  if (read.kind === 'invalid') throw refusal(path, read.problems);
  if (read.value.leadId !== undefined) throw refusal(path, ['leadId: a made-up lead must not have one']);
  return lead;
}

function parsed(path: string): Readonly<Record<string, unknown>> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new Problem(`The lead file ${path} cannot be read; check the path.`);
  }
  try {
    const lead: unknown = JSON.parse(text);
    if (typeof lead === 'object' && lead !== null && !Array.isArray(lead))
      return lead as Record<string, unknown>;
  } catch {
    // Reported below, like any other content that is not an object.
  }
  throw new Problem(`${path} does not contain a JSON object.`);
}

function refusal(path: string, problems: readonly string[]): Problem {
  return new Problem(`${path} would be refused:\n  ${problems.join('\n  ')}`);
}
