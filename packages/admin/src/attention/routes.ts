/** Leads that need attention: their groups by cause, and the leads of one group with the outcome of each attempt. */
import {
  adminListAttention,
  adminListAttentionLeads,
  ApiError,
  isRepostable,
  LEFT_FAILED,
  QUARANTINED,
  UNKNOWN_OUTCOME,
  moneyText,
  pageEnd,
} from '@sluice/contracts';
import { decimalAmount } from '@sluice/domain';
import { lastRouting, now, type ReportsFor, type StoresFor } from '@sluice/pipeline';
import {
  findingsOf,
  quarantineReason,
  recently,
  type AttentionGroup,
  type AttentionMark,
  type TenantReports,
} from '@sluice/reports';
import type { TenantStores } from '@sluice/store';
import type { AdminDeps } from '../deps.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';

type Deps = StoresFor<'clock' | 'forTenant' | 'tenants'> & ReportsFor<'forTenant'>;

const SHOWN = 50;
const NAMED = 5;
const COUNTED = 1_000;
const MOST_LEADS = 10_000;

const listAttention = defineAdminRoute(
  adminListAttention,
  async ({ params: { tenantId }, query }, { stores, reports }: Deps) => {
    const of = stores.forTenant(tenantId);
    const { attentionGroups, needsAttention } = reports.forTenant(tenantId);
    const at = now({ stores });
    const counted = { most: MOST_LEADS, failedSince: recently(at) };
    const [groups, quarantined, failed, unknown, unknownCount, crashing, unsent, unretained] =
      await Promise.all([
        attentionGroups.allCached(instant(query.since)),
        needsAttention.alerted(QUARANTINED, counted),
        needsAttention.alerted(LEFT_FAILED, counted),
        needsAttention.unknown(SHOWN),
        needsAttention.unknownCount(),
        needsAttention.crashing(SHOWN),
        of.files.notSent({ newest: SHOWN, most: COUNTED }, at),
        of.effects.notRetained({ newest: NAMED, most: COUNTED, since: recently(at) }),
      ]);
    return {
      findings: findingsOf({
        at,
        away: [],
        needingAttention: [
          ...(quarantined ? [quarantined] : []),
          ...(failed ? [failed] : []),
          { tenantId, reason: UNKNOWN_OUTCOME, count: unknownCount },
        ],
        crashing: crashing.map((one) => ({ tenantId, ...one })),
        unsentDocuments: [{ tenantId, count: unsent.count }],
        unretained: [
          {
            tenantId,
            count: unretained.count,
            named: unretained.effects.flatMap(({ leadId }) => leadId ?? []),
          },
        ],
      }),
      groups: await Promise.all(groups.map((group) => shown(of, attentionGroups, group))),
      unknown: await Promise.all(unknown.map((one) => unknownOf(of, one))),
      unknownCount,
      crashing: crashing.map(({ leadId, submissionId, deaths, nextLookAt }) => ({
        leadId,
        submissionId,
        deaths,
        nextLookAt: nextLookAt?.toISOString() ?? null,
      })),
      unsent: unsent.files.map(({ leadId, fileKey, updatedAt }) => ({ leadId, fileKey, since: updatedAt })),
      unsentCount: unsent.count,
    };
  },
);

type Unknown = Awaited<ReturnType<TenantReports['needsAttention']['unknown']>>[number];

async function unknownOf(
  of: Pick<TenantStores, 'campaigns' | 'clients' | 'journal'>,
  { leadId, submissionId, campaignId: submittedTo, since }: Unknown,
) {
  const routed = (await lastRouting(of, submissionId))?.routed;
  const { currency = '', expectedMinor } = routed?.priceTerms ?? {};
  const campaignId = routed?.campaignId ?? submittedTo;
  return {
    leadId,
    submissionId,
    campaignId,
    campaignName: (await of.campaigns.cached(campaignId))?.name,
    buyer: routed && ((await of.clients.cached(routed.clientId))?.name ?? routed.clientId),
    price:
      expectedMinor === undefined ? undefined : moneyText(decimalAmount(expectedMinor, currency), currency),
    since: since.toISOString(),
  };
}

async function shown(
  of: Pick<TenantStores, 'campaigns' | 'journal'>,
  groups: TenantReports['attentionGroups'],
  group: AttentionGroup,
) {
  const campaign = await of.campaigns.cached(group.campaignId);
  const { leads } = group.reason === QUARANTINED ? await groups.page(group, 1) : { leads: [] };
  const [latest] = leads;
  const why = latest && (await quarantineReason(of, latest.submissionId));
  return {
    ...group,
    campaignName: campaign?.name,
    receiver: campaign?.deliveryEndpointId,
    stage: why?.stage,
    because: why?.because,
    firstAt: group.firstAt.toISOString(),
    lastAt: group.lastAt.toISOString(),
    replayable: isRepostable(group),
  };
}

const listLeads = defineAdminRoute(
  adminListAttentionLeads,
  async ({ params: { tenantId }, query }, { stores, reports }: Deps) => {
    const of = stores.forTenant(tenantId);
    const { limit, cursor, since, ...cause } = query;
    const after = cursor === undefined ? undefined : markFrom(cursor);
    const { leads, next } = await reports
      .forTenant(tenantId)
      .attentionGroups.page({ ...cause, since: instant(since) }, limit, after);
    return {
      leads: await Promise.all(leads.map((lead) => withTries(of, lead))),
      ...pageEnd(next ? `${next.since.getTime()}.${next.leadId}` : null),
    };
  },
);

async function withTries(
  of: Pick<TenantStores, 'attempts' | 'journal'>,
  { leadId, submissionId, since }: { leadId: string; submissionId: string; since: Date },
) {
  const [why, attempts] = await Promise.all([
    quarantineReason(of, submissionId),
    of.attempts.of(submissionId),
  ]);
  return {
    leadId,
    submissionId,
    since: since.toISOString(),
    stage: why?.stage,
    because: why?.because,
    times: why?.times,
    tries: attempts.map(({ n, startedAt, outcome }) => ({
      n,
      at: startedAt.toISOString(),
      outcome: outcome?.kind ?? 'open',
      status: outcome?.status,
      // The answer's own words may contain personal data; only the lead's page shows them, to operators who may see
      // them.
      reason: outcome?.status === undefined ? outcome?.reason : undefined,
      durationMs: outcome?.durationMs,
    })),
  };
}

function instant(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}

function markFrom(cursor: string): AttentionMark {
  const [, ms, leadId] = /^(\d{1,15})\.(.+)$/.exec(cursor) ?? [];
  if (ms === undefined || leadId === undefined)
    throw new ApiError('VALIDATION_ERROR', { details: ['cursor: does not belong to this list'] });
  return { since: new Date(Number(ms)), leadId };
}

export const attentionRoutes: readonly AdminRoute<AdminDeps>[] = [listAttention, listLeads];
