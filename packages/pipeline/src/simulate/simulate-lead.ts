/**
 * Simulates what would happen to a lead, and why: the same decisions as in the stages, on the current configuration and
 * counts. Nothing is claimed, opened, written or sent.
 */
import {
  leadSourceOf,
  type AskedBuyer,
  type Campaign,
  type Decision,
  type DecisionOf,
  type PlannedConsent,
  type Stage,
  type SubmissionRecord,
  type Trace,
} from '@sluice/contracts';
import {
  afterNo,
  buildRequest,
  consentStatusIn,
  decideByConsent,
  readsFiles,
  effectsOf,
  firstSubmissionCall,
  firstSubmissionWithoutSecret,
  missingSecret,
  overSupplierLimit,
  qualify,
  qualifyAfter,
  route,
  secretNamesOfDestination,
  secretNamesOfTarget,
  withoutConsentAsked,
  withoutDestination,
  withoutSecret,
  type ConsentOutcome,
  type DedupeOutcome,
} from '@sluice/domain';
import type { SealingKey, Stores } from '@sluice/store';
import { now } from '../core.js';
import { lookForDuplicate } from '../claims/claim-values.js';
import { lookAtClient } from '../claims/client-claims.js';
import { destinationFor } from '../routing/destination-for.js';
import { countOfSupplier } from '../counts/supplier-count.js';
import { leadFacts } from '../lead/facts.js';
import { consentToCheck } from '../checks/consent-to-check.js';
import { restOfChecks } from '../checks/rest-of-checks.js';
import { suppressionOf, type SuppressionScope } from '../checks/suppression.js';
import { reachableCampaigns } from '../routing/reachable-campaigns.js';
import { routingAnswers } from '../routing/routing-answers.js';

/** One decision that would be made, with its effects. */
export interface Foreseen {
  readonly stage: Stage;
  readonly decision: Decision;
  /** E.g. `pixel lead_qualified`. */
  readonly effects: readonly string[];
}

/** The request that would carry the lead to its buyer, without headers; or why no request would be sent. */
export type ForeseenDelivery =
  | {
      readonly kind: 'request';
      readonly method: string;
      readonly url: string;
      readonly body: string;
      readonly trace: Trace;
    }
  | { readonly kind: 'none'; readonly reason: string; readonly trace: Trace };

/** What would happen to a lead up to the buyer's answer. */
export interface Simulation {
  readonly decisions: readonly Foreseen[];
  readonly delivery?: ForeseenDelivery;
}

/** The stores that a simulation reads. */
export type SimulationStores = Pick<Stores, 'clock' | 'forTenant' | 'secrets' | 'tenants'>;

/** What a simulation assumes, and what it may tell about other leads. */
export interface SimulationOptions {
  /** Whether another lead with the same values shows, which tells that there is one; default true. */
  readonly showsDuplicates?: boolean;
  /** Whether tenants without a mail server of their own have the installation's; default false. */
  readonly hasMailServer?: boolean;
  /** Open the keys of suppression lists, which are not asked without. */
  readonly encryptionKeys?: readonly SealingKey[] | undefined;
  /** The campaigns whose buyers are taken to refuse the lead; default none. */
  readonly refuses?: readonly string[];
}

/** Simulates the first submission of a lead. */
export async function simulateLead(
  stores: SimulationStores,
  submission: SubmissionRecord,
  { showsDuplicates = true, hasMailServer = false, refuses = [], encryptionKeys }: SimulationOptions = {},
): Promise<Simulation> {
  const of = stores.forTenant(submission.tenantId);
  const campaign = await of.campaigns.find(submission.campaignId);
  const tenant = await stores.tenants.find(submission.tenantId);
  const facts = await leadFacts({ stores }, submission, await reachableCampaigns(of, campaign));
  const decisions: Foreseen[] = [];
  const foresee = (stage: Stage, decision: Decision, placedWith?: Campaign): void => {
    const effects = effectsOf({
      tenantId: submission.tenantId,
      submission,
      campaign,
      placedWith,
      tenantSettings: tenant?.settings ?? {},
      facts,
      stage,
      decision,
      mintEventId: () => 'evt_simulated',
      now: now({ stores }),
    });
    decisions.push({ stage, decision, effects: effects.map(({ kind, trigger }) => `${kind} ${trigger}`) });
  };

  const sent = await countOfSupplier({ stores }, submission);
  const full = sent ? await of.counts.full([sent]) : [];
  if (sent && full.length > 0) {
    foresee('qualification', overSupplierLimit(sent, full));
    return { decisions };
  }
  const rest = await restOfChecks({ stores }, submission, campaign, facts);
  const suppressed = (scope: SuppressionScope) =>
    encryptionKeys && suppressionOf({ stores, encryptionKeys }, submission, scope);
  let qualification = qualify({
    campaign,
    fieldLibrary: await of.fieldLibrary.all(),
    dedupe: shown(await duplicateOf(stores, submission, campaign), showsDuplicates),
    suppression: await suppressed('tenant'),
    ...rest,
  });
  // A language model is taken to say yes, and a certificate for good; a look-up has no answer, and what reads it is skipped.
  const after = { campaign, campaignId: submission.campaignId, rest, onError: 'pass' } as const;
  for (let next: typeof qualification | undefined = qualification; next;) {
    qualification = next;
    foresee('qualification', next);
    next = next.kind === 'asking' ? qualifyAfter(next, 'assumed', after) : undefined;
  }
  if (qualification.kind === 'awaiting_action') {
    const call = firstSubmissionCall(campaign);
    if (call && (await lacking(stores, submission.tenantId, secretNamesOfTarget(call))) !== undefined) {
      foresee('action', firstSubmissionWithoutSecret());
      return { decisions };
    }
    foresee('action', qualification.action === 'voice_ai' ? callTakenForYes : takenForYes);
  } else if (qualification.kind !== 'qualified') return { decisions };

  const input = {
    facts,
    campaignId: submission.campaignId,
    tenantTimezone: tenant?.settings.timezone ?? 'UTC',
    receivedAt: submission.acceptedAt,
    now: now({ stores }),
  };
  const answers = routingAnswers(of, input.now, {
    suppressedFor: async ({ clientId }) => suppressed({ clientId }),
    duplicateFor: async (candidate, client) => {
      const look = await lookAtClient({ stores }, { submission, campaign: candidate, client }, false);
      return shown(look.outcome.kind === 'undecided' ? beingDecided : look.outcome, showsDuplicates);
    },
  });
  for (let asked: readonly AskedBuyer[] = []; ;) {
    const routing = await route({ ...input, generation: asked.length, asked }, answers);
    if (routing.kind !== 'routed') {
      foresee('routing', routing);
      return { decisions };
    }
    const candidate = await of.campaigns.find(routing.campaignId);
    const planned = await consentToCheck({ stores }, submission, candidate, facts, 'before_delivery');
    foresee('routing', planned ? { ...routing, consent: planned } : routing, candidate);
    const certified = planned ? decideByConsent(planned, assumedFor(planned), routing) : withoutConsentAsked;
    if (certified.kind === 'decided') {
      foresee('delivery', certified.decision);
      if (certified.decision.kind !== 'passed_on') return { decisions };
      asked = certified.decision.asked;
      continue;
    }
    if (!refuses.includes(routing.campaignId))
      return {
        decisions,
        delivery: await foreseeDelivery(stores, submission, routing, {
          certificate: certified.trace,
          consentStatus: consentStatusIn([...qualification.trace, ...certified.trace]),
          hasMailServer,
        }),
      };
    const assumed = { own: campaign, routed: routing, isForOneBuyer: false, tookItBefore: false };
    const answered = afterNo(takenForNo, assumed);
    foresee('delivery', answered);
    if (answered.kind !== 'passed_on') return { decisions };
    asked = answered.asked;
  }
}

// TrustedForm is not asked, and the certificate is taken for good.
function assumedFor(planned: PlannedConsent): ConsentOutcome {
  return planned.kind === 'ask' ? { kind: 'assumed' } : planned;
}

const takenForNo: DecisionOf['delivery'] = {
  kind: 'rejected',
  reason: 'buyer_rejected',
  trace: [{ looked: 'assumed_answer', verdict: 'failed', because: 'buyer_rejected' }],
};

const takenForYes: Decision = {
  kind: 'qualified',
  trace: [
    {
      looked: 'first_submission_webhook',
      verdict: 'skipped',
      because: 'a simulation calls no receiver; taken for 2xx',
    },
  ],
};

const callTakenForYes: Decision = {
  kind: 'qualified',
  trace: [
    { looked: 'voice_call', verdict: 'skipped', because: 'a simulation calls nobody; taken for qualified' },
  ],
};

async function duplicateOf(
  stores: Pick<Stores, 'clock' | 'forTenant'>,
  submission: SubmissionRecord,
  campaign: Campaign | undefined,
): Promise<DedupeOutcome> {
  const client = campaign && (await stores.forTenant(submission.tenantId).clients.find(campaign.clientId));
  const found = await lookForDuplicate({ stores }, { submission, campaign, client });
  return found ?? beingDecided;
}

const beingDecided: DedupeOutcome = {
  kind: 'skipped',
  because: 'a lead with the same value is being decided right now',
};

function shown(dedupe: DedupeOutcome, showsDuplicates: boolean): DedupeOutcome {
  if (showsDuplicates || dedupe.kind === 'skipped') return dedupe;
  return { kind: 'skipped', because: 'only the operate role is told about other leads' };
}

// The first of these secrets that the tenant does not have; the values are not needed for that.
async function lacking(
  { secrets }: Pick<Stores, 'secrets'>,
  tenantId: string,
  names: readonly string[],
): Promise<string | undefined> {
  if (names.length === 0) return undefined;
  const known = await secrets.list(tenantId);
  return missingSecret(names, Object.fromEntries(known.map(({ name }) => [name, name])));
}

async function foreseeDelivery(
  stores: SimulationStores,
  submission: SubmissionRecord,
  routed: { readonly campaignId: string; readonly clientId: string },
  {
    certificate,
    consentStatus,
    hasMailServer,
  }: {
    readonly certificate: Trace;
    readonly consentStatus: string | undefined;
    readonly hasMailServer: boolean;
  },
): Promise<ForeseenDelivery> {
  const { tenantId, leadId, submissionId, data, acceptedAt } = submission;
  const destination = await destinationFor(stores.forTenant(tenantId), routed, { read: 'find' });
  if (destination.kind === 'none') return destination;
  const isMail = destination.kind === 'email';
  if (isMail && !hasMailServer && !(await stores.secrets.isConfigured(tenantId, 'smtp')))
    return withoutDestination(destination.trace, 'no_email_provider');
  const trace = [...certificate, ...destination.trace];
  const filesOf = () => stores.forTenant(tenantId).files.ofLead(leadId, acceptedAt);
  const { campaignId } = routed;
  const source = leadSourceOf(submission);
  const lead = { leadId, submissionId, campaignId, ...source, data, acceptedAt, consentStatus };
  const missing = await lacking(stores, tenantId, secretNamesOfDestination(destination));
  const request =
    missing === undefined
      ? buildRequest(destination, { ...lead, files: readsFiles(destination) ? await filesOf() : undefined })
      : withoutSecret(missing);
  if (request.kind === 'impossible') {
    return { kind: 'none', reason: request.reason ?? 'impossible', trace: [...trace, ...request.trace] };
  }
  // Headers carry the buyer's secrets.
  const { method, url, body } = request;
  return { kind: 'request', method, url, body, trace };
}
