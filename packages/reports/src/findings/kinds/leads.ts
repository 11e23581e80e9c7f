/** Leads that wait for a person, for their campaign, or for opening hours. */
import {
  adminResolveOutcome,
  adminStartReplay,
  CRASHING_AFTER_DEATHS,
  LEFT_FAILED,
  QUARANTINED,
  UNKNOWN_OUTCOME,
  type AttentionReason,
} from '@sluice/contracts';
import { MAX_ON_THE_WAY } from '@sluice/domain';
import { actionAt, causeLink, defineFinding, label, lately, ofTenant } from '../declare.js';
import type { Observation } from '../observation.js';
import { namesText, plural } from '../words.js';

const area = 'leads';

/** What the sightings of leads with the same reason have in common. */
function needing({ needingAttention = [] }: Observation, wanted: AttentionReason, cause: string) {
  return needingAttention
    .filter(({ reason }) => reason === wanted)
    .map(({ tenantId, count, since, named, orMore = false }) => ({
      id: `${wanted}.${tenantId}`,
      measured: count,
      subject: tenantId,
      tenantId,
      since,
      count,
      counted: `${plural(count, 'lead')}${orMore ? ' or more' : ''}`,
      names: namesText(named, count),
      link: causeLink(tenantId, cause),
    }));
}

const wereQuarantined = (tenantId: string) => `Leads of ${tenantId} quarantined after repeated failures`;

const quarantined = defineFinding({
  kind: QUARANTINED,
  area,
  page: '/attention',
  runbook: 'leads.md#sluicequarantinegrows',
  metric: 'sluice_leads_needing_attention',
  namesTenant: true,
  thresholds: { lookAt: 0 },
  find: (seen) =>
    needing(seen, QUARANTINED, `error ${QUARANTINED}`).map((sighting) => ({
      ...sighting,
      headline: wereQuarantined(sighting.tenantId),
      todo: 'Check each attempt, search the log by the submission for the cause, fix it, and replay the group.',
      actions: [actionAt(sighting.link, adminStartReplay, 'Replay')],
      command: `sluice replay --tenant ${sighting.tenantId} --status error --reason ${QUARANTINED}`,
    })),
  alert: ({ lookAt }) => ({
    name: 'SluiceQuarantineGrows',
    level: 'lookAt',
    expr: `delta((max by (tenant) (sluice_leads_needing_attention{reason="${QUARANTINED}"}))[1h:1m]) > ${lookAt}`,
    lasts: '5m',
    summary: `${wereQuarantined(label('tenant'))}, more of them within the last hour.`,
  }),
});

const endedFailed = (tenantId: string) =>
  `Leads of ${tenantId} ended failed within the last day and are not retried automatically`;

const leadsFailed = defineFinding({
  kind: 'leads_failed',
  area,
  page: '/attention',
  runbook: 'leads.md#sluiceleadsfailed',
  metric: 'sluice_leads_needing_attention',
  namesTenant: true,
  thresholds: { note: 0, lookAt: 9 },
  find: (seen) =>
    needing(seen, LEFT_FAILED, LEFT_FAILED).map(({ since, ...sighting }) => {
      // Its page and its command mean those that it counts, and none that failed earlier.
      const link = causeLink(sighting.tenantId, LEFT_FAILED, since);
      const from = since === undefined ? '' : ` --since ${since.toISOString()}`;
      return {
        ...sighting,
        link,
        headline: endedFailed(sighting.tenantId),
        todo: 'Once the cause is fixed, replay them: each goes where it went before.',
        actions: [actionAt(link, adminStartReplay, 'Replay')],
        command: `sluice replay --tenant ${sighting.tenantId} --status ${LEFT_FAILED}${from}`,
      };
    }),
  alert: ({ lookAt }) => ({
    name: 'SluiceLeadsFailed',
    level: 'lookAt',
    expr: `max by (tenant) (${lately(`sluice_leads_needing_attention{reason="${LEFT_FAILED}"}`)}) > ${lookAt}`,
    lasts: '10m',
    summary: `${endedFailed(label('tenant'))}: {{ $value }}.`,
  }),
});

const unknownOutcome = defineFinding({
  kind: UNKNOWN_OUTCOME,
  area,
  page: '/attention',
  runbook: 'leads.md#leads-have-unknown_outcome',
  metric: 'sluice_leads_needing_attention',
  namesTenant: true,
  thresholds: { lookAt: 0 },
  find: (seen) =>
    needing(seen, UNKNOWN_OUTCOME, UNKNOWN_OUTCOME).map((sighting) => ({
      ...sighting,
      actions: [actionAt(sighting.link, adminResolveOutcome, 'Resolve')],
      headline: `Unknown outcome at a buyer of ${sighting.tenantId}`,
      todo: 'Ask the buyer whether it has the lead, then resolve each; its slot stays reserved until then.',
      command: `sluice attempts resolve --tenant ${sighting.tenantId} SUBMISSION_ID --buyer-has-it|--buyer-does-not-have-it`,
    })),
});

const submissionCrashes = defineFinding({
  kind: 'submission_crashes',
  area,
  page: '/attention',
  runbook: 'leads.md#a-submission-crashes-its-workers',
  thresholds: { lookAt: CRASHING_AFTER_DEATHS - 1 },
  find: ({ crashing = [] }) =>
    crashing.map(({ tenantId, submissionId, leadId, deaths, nextLookAt }) => ({
      id: `crashing.${tenantId}.${submissionId}`,
      measured: deaths,
      subject: submissionId,
      tenantId,
      headline: `${submissionId} of ${leadId} crashed ${deaths} workers in a row`,
      next: nextLookAt && { text: 'it is tried again', at: nextLookAt },
      todo: "Search its stage's log for this submission; it is retried only every few minutes, and no other lead waits for it.",
      link: `/leads/${tenantId}/${leadId}`,
    })),
});

/** No more than this many documents or certificates are counted. */
const DOCUMENTS_COUNTED = 1_000;

const documentsUnsent = defineFinding({
  kind: 'documents_unsent',
  area,
  page: '/attention',
  runbook: 'other-systems.md#documents-could-not-be-sent',
  namesTenant: true,
  thresholds: { lookAt: 0 },
  find: ({ unsentDocuments = [] }) =>
    unsentDocuments.map(({ tenantId, count, named }) => ({
      id: `documents.${tenantId}`,
      measured: count,
      subject: tenantId,
      tenantId,
      count,
      counted: `${plural(count, 'document')}${count >= DOCUMENTS_COUNTED ? ' or more' : ''}`,
      names: namesText(named, count),
      headline: `Documents of ${tenantId} could not be sent`,
      todo: "The page of the lead has the vendor's answer. Correct the campaign's document or the vendor's template, or have the document signed by hand and report it through the interface for files.",
      link: `/attention?tenant=${tenantId}`,
    })),
});

const certificatesUnretained = defineFinding({
  kind: 'certificates_unretained',
  area,
  page: '/attention',
  runbook: 'other-systems.md#certificates-could-not-be-retained',
  namesTenant: true,
  thresholds: { lookAt: 0 },
  find: ({ unretained = [] }) =>
    unretained.map(({ tenantId, count, named }) => ({
      id: `certificates.${tenantId}`,
      measured: count,
      subject: tenantId,
      tenantId,
      count,
      counted: `${plural(count, 'lead')}${count >= DOCUMENTS_COUNTED ? ' or more' : ''}`,
      names: namesText(named, count),
      headline: `Certificates of consent of ${tenantId} could not be retained after the sale within the last day`,
      todo: "The page of the lead has TrustedForm's answer. Retain the certificate by hand before it expires, which is three days after it was made; where this happens often, let the campaign retain it before delivery.",
    })),
});

const takesNoMore = (campaignId: string) =>
  `Campaign ${campaignId} takes no more leads: ${MAX_ON_THE_WAY.toLocaleString('en')} are on their way to its buyer`;

const waitForCampaign = defineFinding({
  kind: 'leads_wait_for_campaign',
  area,
  page: '/campaigns',
  runbook: 'buyers.md#sluiceleadswaitforcampaign',
  metric: 'sluice_leads_waiting_for_campaign',
  thresholds: { lookAt: 0 },
  find: ({ waitingAt = [] }) =>
    waitingAt.map(({ tenantId, campaignId, waiting, since }) => ({
      id: `on_the_way.${tenantId}.${campaignId}`,
      measured: waiting,
      subject: campaignId,
      tenantId,
      since,
      count: waiting,
      counted: plural(waiting, 'lead waits', 'leads wait'),
      headline: takesNoMore(campaignId),
      todo: 'Check whether its buyer answers, and how fast. The leads go on in order as others end; no other campaign waits for them.',
      link: `/campaigns/${tenantId}/${campaignId}`,
    })),
  alert: ({ lookAt }) => ({
    name: 'SluiceLeadsWaitForCampaign',
    level: 'lookAt',
    expr: `max by (tenant, campaign) (min_over_time(sluice_leads_waiting_for_campaign[10m])) > ${lookAt}`,
    lasts: '10m',
    summary: ofTenant(label('tenant'), `${takesNoMore(label('campaign'))}; {{ $value }} leads wait.`),
  }),
});

const leadsHeld = defineFinding({
  kind: 'leads_held',
  area,
  page: '/',
  runbook: 'leads.md#leads-are-queued',
  metric: 'sluice_held_now',
  thresholds: { note: 0 },
  find: ({ held = [] }) => {
    const count = held.reduce((sum, one) => sum + one.count, 0);
    const [first] = held.map(({ opensAt }) => new Date(opensAt)).sort((a, b) => a.getTime() - b.getTime());
    return [
      {
        id: 'held',
        measured: count,
        subject: 'held leads',
        headline: 'Leads are held until opening hours or until a cap has room',
        count,
        counted: plural(count, 'lead'),
        next: first && { text: 'next check', at: first },
      },
    ];
  },
});

/** The findings of this file. */
export const leadFindings = [
  quarantined,
  leadsFailed,
  unknownOutcome,
  submissionCrashes,
  documentsUnsent,
  certificatesUnretained,
  waitForCampaign,
  leadsHeld,
];
