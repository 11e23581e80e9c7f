/**
 * Everything that is wrong, in words, worst first; a healthy system has no findings. Pure: computed from one
 * observation.
 */
import { QUARANTINED, serviceOfQueue, type Finding, type NowState } from '@sluice/contracts';
import { MAX_ON_THE_WAY } from '@sluice/domain';
import type { WaitingAtCampaign } from '@sluice/pipeline';
import type { AttentionOfTenant } from '@sluice/reports';
import type { SwitchedOffOfTenant, UnreadRule } from '@sluice/store';
import { overspentRemedy, overspentText, type OverspentBudget } from '../budgets/overspent-budgets.js';
import { answersUnrecognised, buyerInTrouble, type UnreadBuyer } from './buyer-findings.js';
import { valuesUnread } from './rule-findings.js';
import { durationText, timeText, whyText, type Draft } from './words.js';

/** One observation of the installation; parts that could not be read are absent. */
export interface Seen extends Pick<NowState, 'away' | 'stages' | 'held' | 'buyers'> {
  readonly at: Date;
  readonly lag?: { readonly overdue: number; readonly oldestMs: number };
  /** The age of the oldest lead in progress that is not held. */
  readonly oldestInProgressMs?: number;
  /** When the lease of the sweeping process ends. */
  readonly leaderUntil?: Date;
  /** Leads that need attention, by tenant and cause. */
  readonly needingAttention?: readonly AttentionOfTenant[];
  /** Holds on calls to the outside; a hold without a tenant is one of the whole installation. */
  readonly holds?: readonly ActiveHold[];
  /** Buyers whose latest answers their endpoint's rules could not all read. */
  readonly unreadBuyers?: readonly UnreadBuyer[];
  /** Rules that meet too many values which are no numbers or no dates. */
  readonly unreadRules?: readonly UnreadRule[];
  /** Budgets that are exceeded in their running period. */
  readonly overspent?: readonly OverspentBudget[];
  /** Campaigns that leads wait for, because as many as may be are on their way there. */
  readonly waitingAt?: readonly WaitingAtCampaign[];
  /** Webhook receivers that were switched off, by tenant. */
  readonly receiversOff?: readonly SwitchedOffOfTenant[];
}

/** An operator's hold on calls to the outside. */
export interface ActiveHold {
  readonly tenantId?: string;
  readonly by: string;
  readonly reason?: string;
  readonly since: Date;
}

/** A stage whose oldest submission waits longer makes too little progress. */
const STAGE_LATE_MS = 30_000;
const STAGE_STALLED_MS = 120_000;
/** A lead in progress that is older waits for something that an operator should know of. */
const LEAD_LATE_MS = 10 * 60_000;
const OVERDUE_LATE_MS = 60_000;
/** A sweeping process renews its lease every few seconds. */
const SWEEP_STALE_MS = 30_000;

/** All findings of an observation. */
export function findingsOf(seen: Seen): Finding[] {
  const drafts = [
    ...seen.away.map(storeAway),
    ...(seen.holds ?? []).map(onHold),
    ...(seen.buyers ?? []).map(buyerInTrouble),
    ...(seen.unreadBuyers ?? []).map(answersUnrecognised),
    ...(seen.unreadRules ?? []).map(valuesUnread),
    ...(seen.stages ?? []).flatMap((stage) => stageFindings(stage, seen)),
    ...sweepFindings(seen),
    ...(seen.needingAttention ?? []).map(leadsNeedingAttention),
    ...(seen.receiversOff ?? []).map(receiversOff),
    ...(seen.overspent ?? []).map(budgetOverspent),
    ...(seen.waitingAt ?? []).map(waitForCampaign),
    ...heldFindings(seen),
  ];
  const order = { bad: 0, warning: 1, note: 2 } as const;
  return drafts
    .sort((a, b) => order[a.severity] - order[b.severity] || (b.count ?? 0) - (a.count ?? 0))
    .map((draft) => finding(draft, seen.at));
}

function finding({ since, next, ...draft }: Draft, at: Date): Finding {
  const parts = [
    `${draft.headline}${since ? ` since ${timeText(since, at)}` : ''}`,
    ...(draft.count === undefined
      ? []
      : [`${draft.count.toLocaleString('en')} ${draft.counted ?? ''}`.trim()]),
    ...(next ? [`${next.text} ${inText(next.at, at)}`] : []),
  ];
  return {
    ...draft,
    text: `${parts.join('; ')}.`,
    since: since?.toISOString(),
    next: next && { text: next.text, at: next.at.toISOString() },
  };
}

function inText(then: Date, now: Date): string {
  const ms = then.getTime() - now.getTime();
  return ms <= 1_000 ? 'now' : `in ${durationText(ms)}`;
}

function storeAway(store: string): Draft {
  const name = store === 'mongodb' ? 'MongoDB' : store === 'redis' ? 'Redis' : store;
  return {
    id: `store.${store}`,
    kind: 'store_away',
    severity: 'bad',
    subject: name,
    link: '/queues',
    headline: `${name} does not answer`,
    todo:
      store === 'mongodb'
        ? 'New leads are refused with 503 until it answers; nothing that was accepted is lost.'
        : 'Leads are accepted and continue once it answers; the sweep requeues any lost jobs.',
  };
}

function onHold({ tenantId, by, reason, since }: ActiveHold): Draft {
  const [whose, release] =
    tenantId === undefined
      ? ['All outbound calls', 'sluice release']
      : [`Outbound calls of ${tenantId}`, `sluice release --tenant ${tenantId}`];
  return {
    id: tenantId === undefined ? 'hold' : `hold.${tenantId}`,
    kind: 'on_hold',
    severity: 'warning',
    since,
    link: '/settings',
    subject: tenantId ?? 'the installation',
    tenantId,
    headline: `${whose} on hold by ${by}${whyText(reason)}`,
    todo: `Leads wait and none is lost. Once the reason is resolved, run \`${release}\`.`,
  };
}

type StageNow = NonNullable<NowState['stages']>[number];

function stageFindings(stage: StageNow, { at }: Seen): Draft[] {
  const { name, waiting, active, oldestMs, workers, paused, failed } = stage;
  const service = serviceOfQueue(name);
  const about = { subject: name, link: '/queues' } as const;
  const waits = { count: waiting, counted: 'waiting' } as const;
  const since = new Date(at.getTime() - oldestMs);
  const found: Draft[] = [];
  if (paused)
    found.push({
      ...about,
      id: `paused.${name}`,
      kind: 'queue_paused',
      severity: 'warning',
      headline: `Queue ${name} is paused`,
      ...(waiting > 0 && waits),
      todo: 'Resume it on the page Queues once the reason for the pause is resolved.',
    });
  else if (workers === 0)
    found.push({
      ...about,
      id: `workers.${name}`,
      kind: 'stage_without_workers',
      severity: 'bad',
      headline: `Stage ${name} has no workers`,
      ...(waiting > 0 && waits),
      todo: `Start the ${service} service.`,
    });
  else if (waiting > 0 && oldestMs > STAGE_LATE_MS) {
    const isStalled = active === 0 && oldestMs > STAGE_STALLED_MS;
    found.push({
      ...about,
      ...waits,
      since,
      id: `late.${name}`,
      kind: isStalled ? 'stage_stalled' : 'stage_late',
      severity: isStalled ? 'bad' : 'warning',
      headline: isStalled ? `Stage ${name} makes no progress` : `Stage ${name} is behind`,
      todo: isStalled
        ? `Check the log of the ${service} workers.`
        : `Start more ${service} workers if this persists.`,
    });
  }
  if (failed > 0)
    found.push({
      ...about,
      id: `failed.${name}`,
      kind: 'batches_failed',
      severity: 'warning',
      headline: `Batches of ${name} could not be started`,
      count: failed,
      counted: failed === 1 ? 'batch' : 'batches',
      todo: `Retry them on the page Queues, or with \`sluice queues retry ${name}\`; see the log for the cause.`,
    });
  return found;
}

function sweepFindings({ at, lag, oldestInProgressMs = 0, leaderUntil, buyers, stages }: Seen): Draft[] {
  const found: Draft[] = [];
  const staleMs = leaderUntil ? at.getTime() - leaderUntil.getTime() : 0;
  if (leaderUntil && staleMs > SWEEP_STALE_MS)
    found.push({
      id: 'sweep',
      kind: 'sweep_stale',
      severity: 'bad',
      subject: 'the sweep',
      link: '/queues',
      headline: 'No process runs the sweep',
      since: leaderUntil,
      todo: 'Start a worker: without the sweep, lost jobs are never requeued.',
    });
  if (lag && lag.oldestMs > OVERDUE_LATE_MS)
    found.push({
      id: 'overdue',
      kind: 'outbox_late',
      severity: 'warning',
      subject: 'the sweep',
      link: '/queues',
      headline: 'Overdue leads have not been requeued',
      since: new Date(at.getTime() - lag.oldestMs),
      count: lag.overdue,
      counted: lag.overdue === 1 ? 'lead' : 'leads',
    });
  // A buyer in trouble or a late stage is already among the findings and explains the delay.
  const explained =
    (buyers ?? []).length > 0 || (stages ?? []).some(({ oldestMs }) => oldestMs > STAGE_LATE_MS);
  if (oldestInProgressMs > LEAD_LATE_MS && !explained)
    found.push({
      id: 'oldest',
      kind: 'lead_late',
      severity: 'warning',
      subject: 'the oldest lead',
      link: '/leads',
      headline: `The oldest lead in progress was accepted ${durationText(oldestInProgressMs)} ago`,
    });
  return found;
}

function leadsNeedingAttention({ tenantId, reason, count, since }: AttentionOfTenant): Draft {
  const leads = count === 1 ? 'lead' : 'leads';
  const about = {
    id: `${reason}.${tenantId}`,
    kind: reason,
    subject: tenantId,
    tenantId,
    since,
    count,
  } as const;
  const link = `/attention?tenant=${tenantId}`;
  return reason === QUARANTINED
    ? {
        ...about,
        link,
        severity: 'warning',
        counted: leads,
        headline: `Leads of ${tenantId} quarantined after repeated failures`,
        todo: 'Check each attempt, fix the cause and replay the group.',
      }
    : {
        ...about,
        link,
        severity: 'warning',
        counted: leads,
        headline: `Unknown outcome at a buyer of ${tenantId}`,
        todo: 'Ask the buyer, then resolve each lead.',
      };
}

function receiversOff({ tenantId, count, since }: SwitchedOffOfTenant): Draft {
  return {
    id: `webhooks.${tenantId}`,
    kind: 'webhooks_off',
    severity: 'warning',
    subject: tenantId,
    tenantId,
    since,
    count,
    counted: count === 1 ? 'receiver' : 'receivers',
    headline: `Failing webhook receivers of ${tenantId} switched off`,
    todo: 'Contact the receiver’s owner, then switch it on again.',
    link: `/webhooks?tenant=${tenantId}`,
  };
}

function budgetOverspent(overspent: OverspentBudget): Draft {
  const { tenantId, of, id, period, currency, turnsAt } = overspent;
  const text = overspentText(overspent);
  return {
    id: `budget.${tenantId}.${of}.${id}.${period}.${currency}`,
    kind: 'budget_overspent',
    severity: 'warning',
    subject: id,
    tenantId,
    headline: `${text.charAt(0).toUpperCase()}${text.slice(1)}`,
    next: turnsAt && { text: 'it begins anew', at: turnsAt },
    todo: overspentRemedy,
    link: of === 'campaign' ? `/campaigns/${tenantId}/${id}` : `/campaigns?tenant=${tenantId}`,
  };
}

function waitForCampaign({ tenantId, campaignId, waiting, since }: WaitingAtCampaign): Draft {
  return {
    id: `on_the_way.${tenantId}.${campaignId}`,
    kind: 'leads_wait_for_campaign',
    severity: 'warning',
    subject: campaignId,
    tenantId,
    since,
    count: waiting,
    counted: waiting === 1 ? 'lead waits' : 'leads wait',
    headline: `Campaign ${campaignId} takes no more leads: ${MAX_ON_THE_WAY.toLocaleString('en')} are on their way to its buyer`,
    todo: 'Check whether its buyer answers, and how fast. The leads go on in order as others end; no other campaign waits for them.',
    link: `/campaigns/${tenantId}/${campaignId}`,
  };
}

function heldFindings({ held = [] }: Seen): Draft[] {
  const count = held.reduce((sum, one) => sum + one.count, 0);
  if (count === 0) return [];
  const first = held.map(({ opensAt }) => new Date(opensAt)).sort((a, b) => a.getTime() - b.getTime())[0];
  return [
    {
      id: 'held',
      kind: 'leads_held',
      severity: 'note',
      subject: 'held leads',
      link: '/',
      headline: 'Leads are held until opening hours or until a cap has room',
      count,
      counted: count === 1 ? 'lead' : 'leads',
      next: first && { text: 'next check', at: first },
    },
  ];
}
