/** A made-up lead from a JSON file: the body that would submit it, nested or with dotted names. */
import { readBody, standardFields, submitLeadInputSchema, type SubmissionRecord } from '@sluice/contracts';
import { normaliseLead } from '@sluice/domain';
import type { TenantStores } from '@sluice/store';
import { readFileSync } from 'node:fs';
import { Problem } from '@sluice/local';
import { fieldProblem, leadBody } from '../send/lead-body.js';

/** Reads the lead as the interface would, as a first submission to `campaignId`. @throws Problem */
export async function madeUpLead(
  path: string,
  campaignId: string,
  stores: TenantStores,
  now: Date,
): Promise<SubmissionRecord> {
  const fields = parsed(path);
  const unknown = Object.entries(fields).flatMap(([field, value]) => fieldProblem(field, value) ?? []);
  if (unknown.length > 0) throw refusal(path, unknown);
  const read = readBody(submitLeadInputSchema, leadBody(fields, campaignId));
  if (read.kind === 'invalid') throw refusal(path, read.problems);
  if (read.value.leadId !== undefined) throw refusal(path, ['leadId: a made-up lead has none']);
  const fieldNames = [...standardFields, ...(await stores.fieldLibrary.all())];
  return {
    tenantId: stores.tenantId,
    submissionId: 'sub_simulated',
    leadId: 'lead_simulated',
    campaignId,
    kind: 'submit',
    isTest: read.value.isTest ?? false,
    data: normaliseLead(read.value, fieldNames),
    acceptedAt: now,
    first: true,
    status: 'pending',
  };
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
    // Told below, with every other thing that is no object.
  }
  throw new Problem(`${path} does not hold one JSON object.`);
}

function refusal(path: string, problems: readonly string[]): Problem {
  return new Problem(`${path} would be refused:\n  ${problems.join('\n  ')}`);
}
