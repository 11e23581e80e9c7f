/** What-ifs: the outcome for one lead, and for the last real leads. */
import { ApiError, adminSimulateLead, adminWhatIfLead, adminWhatIfRecent } from '@sluice/contracts';
import type { Wording } from '@sluice/domain';
import {
  leadOf,
  now,
  simulateLead,
  type ForeseenDelivery,
  type SimulationOptions,
  type ReportsFor,
  type StoresFor,
  type SimulationStores,
} from '@sluice/pipeline';
import type { TenantStores } from '@sluice/store';
import type { Actor } from '../actor.js';
import { mayAskAboutPeople } from '../allow.js';
import { campaignOf } from '../campaign-view/campaign-of.js';
import type { CatalogDeps } from '../catalog/read-plan.js';
import type { AdminDeps } from '../deps.js';
import { maskedBody, maskedUrl } from '../lead-timeline/mask-secrets.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';
import { zoneOf } from '../tenants/tenant-of.js';
import { foreseenView } from './foreseen-view.js';
import { takesTurns } from './offered.js';
import { decideRecent } from './recent.js';
import { lastRealLeads, submissionOf, typedLead } from './submissions.js';
import { namesOfItems, withItems } from './with-items.js';

type Deps = CatalogDeps & Pick<AdminDeps, 'hasMailServer'>;

const notShownOfOne = [
  'Caps: leads that come in meanwhile may fill one.',
  'Duplicates: another lead may come in before with the same values.',
];
const notShownOfRecent = [
  'Caps and budgets: every lead is decided with room under each.',
  'Duplicates: a lead that was one stays one, and no other becomes one.',
];

const whatIfLead = defineAdminRoute(
  adminWhatIfLead,
  async ({ tenant, params: { tenantId }, body, actor }, deps: Deps) => {
    const { stores } = deps;
    const zone = zoneOf(tenant);
    const { now: present, changed, latest } = await withItems(tenantId, body, deps);
    const submission =
      body.leadId === undefined
        ? await typedLead(latest.forTenant(tenantId), body, now(deps))
        : submissionOf(await leadOf(stores.forTenant(tenantId), body.leadId), body.campaignId);
    const wording: Wording = { zone, reveal: false };
    const refuses = await refusing(latest.forTenant(tenantId), body.refuses);
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
    return {
      now: present && (await decide(present)),
      changed: changed && (await decide(changed)),
      notShown: notShownOfOne,
    };
  },
  ({ body: { campaignId, leadId, items } }) => ({
    campaignId,
    ...(leadId !== undefined && { leadId }),
    ...(items && { changed: namesOfItems(items) }),
  }),
);

const whatIfRecent = defineAdminRoute(
  adminWhatIfRecent,
  async ({ tenant, params: { tenantId }, body, note }, deps: Deps & ReportsFor<'forTenant'>) => {
    const { stores, reports, hasMailServer = false } = deps;
    const zone = zoneOf(tenant);
    const { campaignId, limit } = body;
    const { now: present, latest, campaigns } = await withItems(tenantId, body, deps);
    const of = body.leadsOf ?? (present && campaignId);
    if (body.leadsOf !== undefined) await campaignOf(stores.forTenant(tenantId), body.leadsOf);
    const leads = await lastRealLeads(stores.forTenant(tenantId), reports.forTenant(tenantId), of, limit);
    const decided = await decideRecent(leads, {
      campaignId,
      now: present,
      changed: latest,
      inTurns: campaigns.some(takesTurns),
      wording: { zone, reveal: false },
      hasMailServer,
    });
    note({ looked: decided.looked, differ: decided.differ });
    return { ...decided, notShown: notShownOfRecent };
  },
  ({ body: { campaignId, items } }) => ({ campaignId, changed: namesOfItems(items) }),
);

const simulate = defineAdminRoute(
  adminSimulateLead,
  async (
    { params: { tenantId }, body, actor },
    deps: StoresFor<'clock' | 'forTenant' | 'secrets' | 'tenants'> &
      Pick<AdminDeps, 'encryptionKeys' | 'hasMailServer'>,
  ) => {
    const { stores } = deps;
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

// Whether a made-up lead is listed or a duplicate says whether there is a lead with its phone number or email address.
function assumed(
  actor: Actor,
  tenantId: string,
  { hasMailServer = false, encryptionKeys }: Pick<AdminDeps, 'encryptionKeys' | 'hasMailServer'>,
): SimulationOptions {
  const mayAsk = mayAskAboutPeople(actor, tenantId);
  return { showsDuplicates: mayAsk, hasMailServer, ...(mayAsk && { encryptionKeys }) };
}

function withoutSecrets(delivery: ForeseenDelivery): ForeseenDelivery {
  if (delivery.kind === 'none') return delivery;
  return { ...delivery, url: maskedUrl(delivery.url), body: maskedBody(delivery.body) };
}

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

export const whatIfRoutes: readonly AdminRoute<AdminDeps>[] = [whatIfLead, whatIfRecent, simulate];
