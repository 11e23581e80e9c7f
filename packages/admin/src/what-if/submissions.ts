/** The submissions that what-ifs are about: of a made-up lead, of an existing one, and of the last real ones. */
import {
  ApiError,
  leadSourceOf,
  readBody,
  submitLeadInputSchema,
  type LeadRecord,
  type SubmissionRecord,
} from '@sluice/contracts';
import { libraryEntries, normaliseLead, subIdsOf } from '@sluice/domain';
import type { TenantReports } from '@sluice/reports';
import type { TenantStores } from '@sluice/store';

/** A lead as it is typed: in the format of a submission, without its campaign. */
export interface TypedLead {
  readonly campaignId: string;
  readonly lead?: Readonly<Record<string, unknown>> | undefined;
  readonly supplierId?: string | undefined;
  readonly subId1?: string | undefined;
}

/**
 * The first submission of a made-up lead.
 * @throws ApiError VALIDATION_ERROR with every problem
 */
export async function typedLead(
  { tenantId, fieldLibrary, suppliers }: Pick<TenantStores, 'tenantId' | 'fieldLibrary' | 'suppliers'>,
  { campaignId, lead, supplierId, subId1 }: TypedLead,
  at: Date,
): Promise<SubmissionRecord> {
  const read = readBody(submitLeadInputSchema, { ...lead, campaignId });
  if (read.kind === 'invalid')
    throw new ApiError('VALIDATION_ERROR', { details: read.problems.map((each) => `lead.${each}`) });
  const supplier = supplierId === undefined ? undefined : await suppliers.find(supplierId);
  if (supplierId !== undefined && !supplier)
    throw new ApiError('VALIDATION_ERROR', { details: ['supplierId: does not exist'] });
  const fieldNames = libraryEntries(await fieldLibrary.all());
  const data = normaliseLead(read.value, fieldNames);
  return {
    tenantId,
    submissionId: 'sub_simulated',
    leadId: 'lead_simulated',
    campaignId,
    kind: 'submit',
    ...(supplier && { supplierId, sentTo: campaignId }),
    subIds: subId1 === undefined ? subIdsOf(data) : { ...subIdsOf(data), subId1 },
    isTest: supplier?.status === 'test' || (read.value.isTest ?? false),
    data,
    acceptedAt: at,
    first: true,
    status: 'pending',
  };
}

/** An existing lead, submitted to this campaign when it came in. */
export function submissionOf(lead: LeadRecord, campaignId: string): SubmissionRecord {
  const { tenantId, leadId, lastSubmissionId, isTest, data, createdAt } = lead;
  return {
    tenantId,
    leadId,
    submissionId: lastSubmissionId,
    campaignId,
    kind: 'submit',
    ...leadSourceOf(lead),
    isTest,
    data,
    acceptedAt: createdAt,
    first: true,
    status: 'pending',
  };
}

/**
 * The last real leads of a campaign or, without one, of the tenant, newest first. Pages of leads omit the questionnaire,
 * which rules may refer to, so each lead is read whole.
 */
export async function lastRealLeads(
  { leads }: Pick<TenantStores, 'leads'>,
  { leads: pages }: Pick<TenantReports, 'leads'>,
  campaignId: string | undefined,
  limit: number,
): Promise<readonly LeadRecord[]> {
  const filter = campaignId === undefined ? {} : { campaignIds: [campaignId] };
  const page = await pages.page(filter, limit * 2);
  const real = page.leads.filter(({ isTest }) => !isTest).slice(0, limit);
  const whole = await Promise.all(real.map(({ leadId }) => leads.find(leadId)));
  return whole.filter((lead) => lead !== undefined && Object.keys(lead.data).length > 0) as LeadRecord[];
}
