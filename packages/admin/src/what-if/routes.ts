/** What-ifs: the outcome for one lead, and for the last real leads. */
import {
  ApiError,
  adminSimulateLead,
  adminWhatIfLead,
  adminWhatIfRecent,
  leadSourceOf,
  readBody,
  submitLeadInputSchema,
  type Campaign,
  type CampaignChange,
  type LeadRecord,
  type SubmissionRecord,
} from '@sluice/contracts';
import {
  explainDecision,
  libraryEntries,
  normaliseLead,
  sentence,
  subIdsOf,
  type Wording,
} from '@sluice/domain';
import {
  leadOf,
  now,
  simulateLead,
  type ForeseenDelivery,
  type Simulation,
  type SimulationOptions,
  type ReportsFor,
  type StoresFor,
  type SimulationStores,
} from '@sluice/pipeline';
import type { TenantReports } from '@sluice/reports';
import type { TenantStores } from '@sluice/store';
import type { Actor } from '../actor.js';
import { mayAskAboutPeople } from '../allow.js';
import { campaignOf } from '../campaign-view/campaign-of.js';
import type { AdminDeps } from '../deps.js';
import { maskedBody, maskedUrl } from '../lead-timeline/mask-secrets.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';
import { tenantOf } from '../tenants/tenant-of.js';
import { endOf, foreseenView } from './foreseen-view.js';
import { noteOffer, offeredBy, sideOf, takesTurns, type Side } from './offered.js';
import { storesAsIf } from './stores-as-if.js';

/** Simulated concurrently; each reads a few documents. */
const AT_ONCE = 20;

type Deps = StoresFor<'clock' | 'forTenant' | 'secrets' | 'tenants'> & Pick<AdminDeps, 'hasMailServer'>;

const whatIfLead = defineAdminRoute(
  adminWhatIfLead,
  async ({ params: { tenantId }, body, actor }, deps: Deps) => {
    const { stores } = deps;
    const { settings } = await tenantOf(stores, tenantId);
    const of = stores.forTenant(tenantId);
    const campaign = await campaignOf(of, body.campaignId);
    const submission =
      body.leadId === undefined
        ? await typedLead(of, body, now(deps))
        : submissionOf(await leadOf(of, body.leadId), campaign.campaignId);
    const wording: Wording = { zone: settings.timezone ?? 'UTC', reveal: false };
    const refuses = await refusing(of, body.refuses);
    const decide = async (as: SimulationStores) => {
      const { request, ...foreseen } = foreseenView(
        await simulateLead(as, submission, { ...assumed(actor, tenantId, deps), refuses }),
        wording,
      );
      // For a real lead, the body would show the person.
      const shown = request && {
        ...request,
        url: maskedUrl(request.url),
        body: body.leadId === undefined ? maskedBody(request.body) : '',
      };
      return { ...foreseen, request: shown };
    };
    const changed = body.change && changedCampaign(campaign, body.change);
    return {
      now: await decide(stores),
      changed: changed && (await decide(storesAsIf(stores, tenantId, { campaign: changed }))),
    };
  },
  ({ body: { campaignId, leadId, change } }) => ({
    campaignId,
    ...(leadId !== undefined && { leadId }),
    ...(change && { changed: Object.keys(change).join(', ') }),
  }),
);

const whatIfRecent = defineAdminRoute(
  adminWhatIfRecent,
  async (
    { params: { tenantId }, body, note },
    { stores, reports, hasMailServer = false }: Deps & ReportsFor<'forTenant'>,
  ) => {
    const { settings } = await tenantOf(stores, tenantId);
    const of = stores.forTenant(tenantId);
    const campaign = await campaignOf(of, body.campaignId);
    const changed = changedCampaign(campaign, body.change);
    const leads = await lastRealLeads(of, reports.forTenant(tenantId), body.campaignId, body.limit);
    const wording: Wording = { zone: settings.timezone ?? 'UTC', reveal: false };
    const sides = { now: sideOf(campaign), changed: sideOf(changed) };
    const decided: Awaited<ReturnType<typeof decideTwice>>[] = [];
    // Where members of a group take turns, each lead depends on the ones before it.
    const atOnce = takesTurns(campaign) || takesTurns(changed) ? 1 : AT_ONCE;
    const inOrder = leads.toReversed();
    for (let from = 0; from < inOrder.length; from += atOnce) {
      const group = inOrder.slice(from, from + atOnce);
      decided.push(
        ...(await Promise.all(
          group.map((lead) => decideTwice(stores, lead, sides, { wording, hasMailServer })),
        )),
      );
    }
    const differing = decided.filter(({ from, to }) => from.label !== to.label).reverse();
    note({ looked: decided.length, differ: differing.length });
    return {
      looked: decided.length,
      differ: differing.length,
      offered: { now: offeredBy(sides.now), changed: offeredBy(sides.changed) },
      groups: groupsOf(differing),
      leads: differing,
    };
  },
  ({ body: { campaignId, change } }) => ({ campaignId, changed: Object.keys(change).join(', ') }),
);

const simulate = defineAdminRoute(
  adminSimulateLead,
  async ({ params: { tenantId }, body, actor }, deps: Deps) => {
    const { stores } = deps;
    await tenantOf(stores, tenantId);
    const of = stores.forTenant(tenantId);
    await campaignOf(of, body.campaignId);
    const submission = await typedLead(of, body, now(deps));
    const { decisions, delivery } = await simulateLead(stores, submission, {
      ...assumed(actor, tenantId, deps),
      refuses: await refusing(of, body.refuses),
    });
    return {
      decisions: decisions.map(({ decision, ...foreseen }) => ({ ...foreseen, decision: { ...decision } })),
      delivery: delivery && withoutSecrets(delivery),
    };
  },
);

// Whether a made-up lead is a duplicate says whether there is a lead with its phone number or email address.
function assumed(actor: Actor, tenantId: string, { hasMailServer = false }: Deps): SimulationOptions {
  return { showsDuplicates: mayAskAboutPeople(actor, tenantId), hasMailServer };
}

function withoutSecrets(delivery: ForeseenDelivery): ForeseenDelivery {
  if (delivery.kind === 'none') return delivery;
  return { ...delivery, url: maskedUrl(delivery.url), body: maskedBody(delivery.body) };
}

/** The campaign with its change, which is not saved. */
function changedCampaign(campaign: Campaign, change: CampaignChange): Campaign {
  const settings = change.settings && { ...campaign.settings, ...change.settings };
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  return { ...campaign, ...given, ...(settings && { settings }) };
}

interface TypedLead {
  readonly campaignId: string;
  readonly lead?: Readonly<Record<string, unknown>> | undefined;
  readonly supplierId?: string | undefined;
  readonly subId1?: string | undefined;
}

async function typedLead(
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

function submissionOf(lead: LeadRecord, campaignId: string): SubmissionRecord {
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

// Pages of leads omit the questionnaire, which rules may refer to, so each lead is read whole.
async function lastRealLeads(
  { leads }: Pick<TenantStores, 'leads'>,
  { leads: pages }: Pick<TenantReports, 'leads'>,
  campaignId: string,
  limit: number,
): Promise<readonly LeadRecord[]> {
  const page = await pages.page({ campaignIds: [campaignId] }, limit * 2);
  const real = page.leads.filter(({ isTest }) => !isTest).slice(0, limit);
  const whole = await Promise.all(real.map(({ leadId }) => leads.find(leadId)));
  return whole.filter((lead) => lead !== undefined && Object.keys(lead.data).length > 0) as LeadRecord[];
}

async function decideTwice(
  stores: SimulationStores,
  lead: LeadRecord,
  { now: before, changed: after }: Readonly<Record<'now' | 'changed', Side>>,
  { wording, hasMailServer }: { readonly wording: Wording; readonly hasMailServer: boolean },
) {
  const submission = submissionOf(lead, before.campaign.campaignId);
  // Another lead has the claim, whatever the campaign's rules say.
  if (lead.status === 'duplicate') return unchanged(lead);
  const as = async (side: Side) => {
    const { campaign, turns } = side;
    const asIf = { campaign, at: lead.createdAt, roomForAll: turns } as const;
    const simulation = await simulateLead(storesAsIf(stores, lead.tenantId, asIf), submission, {
      hasMailServer,
    });
    noteOffer(side, simulation);
    return simulation;
  };
  const [was, is] = await Promise.all([as(before), as(after)]);
  return {
    leadId: lead.leadId,
    createdAt: lead.createdAt.toISOString(),
    from: endOf(was),
    to: endOf(is),
    because: differingDecision(was, is, wording),
  };
}

function unchanged({ leadId, createdAt }: LeadRecord) {
  const end = { label: 'duplicate', tone: 'bad' } as const;
  const because = sentence('Another lead has the same values.', 'bad');
  return { leadId, createdAt: createdAt.toISOString(), from: end, to: end, because };
}

// The first decision that differs; if none does, the last.
function differingDecision(before: Simulation, after: Simulation, wording: Wording) {
  const last = after.decisions.length - 1;
  const at = after.decisions.findIndex(({ decision }, index) => {
    const other = before.decisions[index]?.decision;
    return JSON.stringify([decision.kind, decision.reason]) !== JSON.stringify([other?.kind, other?.reason]);
  });
  const { stage, decision } = after.decisions[at < 0 ? last : at] as Simulation['decisions'][number];
  return explainDecision(stage, decision, wording);
}

interface Ends {
  readonly from: { readonly label: string };
  readonly to: { readonly label: string };
}

function groupsOf(differing: readonly Ends[]) {
  const counts = new Map<string, { from: string; to: string; count: number }>();
  for (const { from, to } of differing) {
    const key = JSON.stringify([from.label, to.label]);
    const known = counts.get(key) ?? { from: from.label, to: to.label, count: 0 };
    counts.set(key, { ...known, count: known.count + 1 });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count);
}

export const whatIfRoutes: readonly AdminRoute<AdminDeps>[] = [whatIfLead, whatIfRecent, simulate];

// A code that is mistyped would look as if that buyer had been asked.
async function refusing(
  { campaigns }: Pick<TenantStores, 'campaigns'>,
  codes: readonly string[] = [],
): Promise<readonly string[]> {
  const found = await Promise.all(codes.map((code) => campaigns.cached(code)));
  const unknown = codes.filter((_, n) => !found[n]);
  if (unknown.length > 0)
    throw new ApiError('VALIDATION_ERROR', {
      details: unknown.map((code) => `refuses: there is no campaign ${code}`),
    });
  return codes;
}
