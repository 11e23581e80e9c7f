/** Calls to the outside: holds, buyers, language models and webhook receivers. */
import {
  adminCloseCircuit,
  adminOpenCircuit,
  adminReleaseInstallation,
  adminReleaseTenant,
  adminRetryBuyer,
  adminSwitchOnWebhookReceiver,
} from '@sluice/contracts';
import { NONE_OF } from '@sluice/store';
import { actionAt, actionOf, defineFinding, label, ofTenant } from '../declare.js';
import { accountOf, fails, isCheck, vendorFails } from '../failing-words.js';
import type { Observation, TroubledBuyer, UnreadBuyer } from '../observation.js';
import { namesText, plural, whyText } from '../words.js';

const area = 'endpoints';

const onHold = defineFinding({
  kind: 'on_hold',
  area: 'services',
  page: '/settings/calls',
  runbook: 'leads.md#calls-are-on-hold',
  metric: 'sluice_on_hold',
  namesTenant: true,
  thresholds: { lookAt: 0 },
  find: ({ holds = [] }) =>
    holds.map(({ tenantId, ofAll, by, byMember, reason, since, waiting = 0 }) => {
      const only = ofAll ? undefined : tenantId;
      return {
        ...waitingLeads(waiting),
        id: only === undefined ? 'hold' : `hold.${only}`,
        measured: 1,
        since,
        subject: only ?? 'the installation',
        tenantId,
        headline: `${only === undefined ? 'All outbound calls' : `Outbound calls of ${only}`} on hold by ${by}${whyText(reason)}`,
        todo: `Leads wait and none is lost. Release the calls once the reason is resolved${tenantId === undefined || byMember ? '' : '; only an operator can'}.`,
        actions: [
          only === undefined
            ? actionOf(adminReleaseInstallation, 'Release calls')
            : actionOf(adminReleaseTenant, 'Release calls', { tenantId: only }),
        ],
        command: only === undefined ? 'sluice release' : `sluice release --tenant ${only}`,
      };
    }),
});

function waitingLeads(count: number) {
  return count > 0 ? { count, counted: plural(count, 'lead waits', 'leads wait') } : {};
}

/** What the sightings of a buyer in trouble have in common. */
function inTrouble(
  { tenantId, receiver, buyer, since, until, waiting = 0 }: TroubledBuyer,
  nextText: string,
) {
  return {
    id: `buyer.${tenantId}.${receiver}`,
    measured: 1,
    subject: buyer,
    tenantId,
    since: since === undefined ? undefined : new Date(since),
    ...waitingLeads(waiting),
    next: until === undefined ? undefined : { text: nextText, at: new Date(until) },
    link: `/buyers/${tenantId}/${encodeURIComponent(receiver)}`,
  };
}

function failing({ buyers = [] }: Observation, state: TroubledBuyer['state']) {
  return buyers
    .filter((troubled) => troubled.state === state && !troubled.openedBy)
    .map((troubled) => ({
      ...inTrouble(troubled, 'its circuit tries again'),
      headline: isCheck(troubled.receiver)
        ? vendorFails(troubled.buyer, troubled.answers)
        : fails(troubled.buyer, troubled.answers),
      ...(isCheck(troubled.receiver)
        ? {
            todo: `Look at its answers in the timelines of leads, and ${accountOf(troubled)}`,
          }
        : {
            todo: 'Contact the buyer. The leads that wait for it are retried automatically for about 45 minutes, and then end failed; no other buyer waits.',
            ...stopping(troubled),
          }),
    }));
}

/** What can be done about a buyer: retry what waits for it, or stop its calls until a person releases them. */
function stopping({
  tenantId,
  receiver,
  waiting = 0,
}: Pick<TroubledBuyer, 'tenantId' | 'receiver' | 'waiting'>) {
  const name = { tenantId, receiver };
  const open = actionOf(adminOpenCircuit, 'Open circuit', name, { needsReason: true });
  if (waiting === 0) return { actions: [open] };
  return {
    actions: [actionOf(adminRetryBuyer, 'Retry now', name), open],
    command: `sluice circuits retry ${quoted(receiver)} --tenant ${tenantId}`,
  };
}

const buyerFailing = defineFinding({
  kind: 'buyer_failing',
  area,
  page: '/buyers',
  runbook: 'buyers.md#sluiceendpointfails',
  metric: 'sluice_deliveries_total',
  thresholds: { lookAt: 0 },
  find: (seen) => failing(seen, 'failing'),
  alert: () => ({
    name: 'SluiceEndpointFails',
    level: 'lookAt',
    expr: `sum by (tenant, endpoint) (rate(sluice_deliveries_total{outcome=~"retry|unknown|impossible"}[15m]))
  / sum by (tenant, endpoint) (rate(sluice_deliveries_total[15m])) > 0.5
  and sum by (tenant, endpoint) (increase(sluice_deliveries_total[15m])) >= 10`,
    lasts: '5m',
    summary: ofTenant(
      label('tenant'),
      `${fails(label('endpoint'))}; {{ $value | humanizePercentage }} of the calls to it failed within 15 minutes.`,
    ),
  }),
});

const circuitOpen = defineFinding({
  kind: 'circuit_open',
  area,
  page: '/buyers',
  runbook: 'buyers.md#sluicecircuitopen',
  metric: 'sluice_circuit_open',
  thresholds: { lookAt: 0 },
  find: (seen) => failing(seen, 'open'),
  alert: () => ({
    name: 'SluiceCircuitOpen',
    level: 'lookAt',
    expr: 'max by (tenant, endpoint) (max_over_time(sluice_circuit_open[2m])) == 1',
    lasts: '10m',
    summary: ofTenant(
      label('tenant'),
      `${fails(label('endpoint'))}; its circuit has been open for ten minutes.`,
    ),
  }),
});

const acceptsNone = (buyer: string) => `Buyer "${buyer}" accepted none of its last ${NONE_OF} calls`;

const buyerAcceptsNone = defineFinding({
  kind: 'buyer_accepts_none',
  area,
  page: '/buyers',
  runbook: 'buyers.md#sluicebuyeracceptsnone',
  metric: 'sluice_deliveries_total',
  thresholds: { lookAt: 0 },
  find: ({ buyers = [] }) =>
    buyers
      .filter(({ state }) => state === 'accepts_none')
      .map((troubled) => ({
        ...inTrouble(troubled, ''),
        headline: acceptsNone(troubled.buyer),
        todo: 'It answers, and refuses. Compare its latest answers with what it is sent and how its answers are read. Leads that it refused are not sent to it again.',
        ...stopping(troubled),
      })),
  alert: () => ({
    name: 'SluiceBuyerAcceptsNone',
    level: 'lookAt',
    expr: `sum by (tenant, endpoint) (increase(sluice_deliveries_total[1h])) >= ${NONE_OF}
  unless sum by (tenant, endpoint) (increase(sluice_deliveries_total{outcome="accepted"}[1h])) > 0`,
    lasts: '10m',
    summary: ofTenant(
      label('tenant'),
      `${acceptsNone(label('endpoint'))}, nor any other within the last hour.`,
    ),
  }),
});

const circuitOpenedByHand = defineFinding({
  kind: 'circuit_opened_by_hand',
  area,
  page: '/buyers',
  runbook: 'buyers.md#sluicecircuitopen',
  metric: 'sluice_circuit_open',
  thresholds: { lookAt: 0 },
  find: ({ buyers = [] }) =>
    buyers.flatMap((troubled) => {
      const { tenantId, receiver, buyer, openedBy } = troubled;
      if (!openedBy) return [];
      return {
        ...inTrouble(troubled, 'calls resume'),
        headline: `Circuit of ${isCheck(troubled.receiver) ? buyer : `buyer "${buyer}"`} held open by ${openedBy.by}${whyText(openedBy.reason)}`,
        todo: isCheck(troubled.receiver)
          ? 'Nobody is asked, and leads do what is configured for its errors. Close the circuit once the reason is resolved.'
          : 'Its leads wait and none is lost. Close the circuit once the reason is resolved.',
        actions: [actionOf(adminCloseCircuit, 'Close circuit', { tenantId, receiver })],
        command: `sluice circuits close ${quoted(receiver)} --tenant ${tenantId}`,
      };
    }),
});

// A receiver may be `client` and an id, which a shell would take for two words.
function quoted(word: string): string {
  return /^[\w.-]+$/.test(word) ? word : `'${word}'`;
}

function unread({ tenantId, receiver, buyer, since, unread: count, latest }: UnreadBuyer) {
  return {
    id: `unread.${tenantId}.${receiver}`,
    measured: count,
    subject: buyer,
    tenantId,
    since,
    count,
    counted: latest === 1 ? 'answer so far' : `of its last ${latest} answers`,
    link: `/buyers/${tenantId}/${encodeURIComponent(receiver)}`,
  };
}

// A vendor's answers are read by what its look-up takes for a good one; the leads that it holds are told beside.
function unusable({ waiting = 0, ...one }: UnreadBuyer) {
  const held = waiting > 0 ? `; it holds ${waiting} ${plural(waiting, 'lead')}` : '';
  return {
    ...unread(one),
    headline: `Answers of ${one.buyer} cannot be used${held}`,
    todo: `Compare them, in the timelines of leads, with what is taken for a good answer, and ${accountOf(one)}`,
  };
}

const notRecognised = (buyer: string) => `Answers of buyer "${buyer}" are not recognised`;

function unreadable(one: UnreadBuyer) {
  return {
    ...unread(one),
    headline: notRecognised(one.buyer),
    todo: "Compare an answer with the rules by which the endpoint reads it. Unless the endpoint holds or rejects what it cannot read, such leads count by the answer's status, so they may count as sold.",
    ...stopping({ ...one, waiting: undefined }),
  };
}

const answersUnrecognised = defineFinding({
  kind: 'answers_unrecognised',
  area,
  page: '/buyers',
  runbook: 'buyers.md#sluiceanswersunrecognised',
  metric: 'sluice_answers_unrecognised_total',
  thresholds: { lookAt: 0 },
  find: ({ unreadBuyers = [] }) =>
    unreadBuyers
      .filter((one) => one.isModel !== true)
      .map((one) => (isCheck(one.receiver) ? unusable(one) : unreadable(one))),
  alert: ({ lookAt }) => ({
    name: 'SluiceAnswersUnrecognised',
    level: 'lookAt',
    expr: `sum by (tenant, endpoint) (increase(sluice_answers_unrecognised_total[1h])) > ${lookAt}`,
    lasts: '1m',
    summary: ofTenant(label('tenant'), `${notRecognised(label('endpoint'))}.`),
  }),
});

const verdictsMissing = defineFinding({
  kind: 'verdicts_missing',
  area,
  page: '/buyers',
  runbook: 'other-systems.md#a-language-model-gives-no-verdicts',
  namesTenant: true,
  thresholds: { lookAt: 0 },
  find: ({ unreadBuyers = [] }) =>
    unreadBuyers
      .filter((one) => one.isModel === true)
      .map((one) => ({
        ...unread(one),
        headline: `The language model of ${one.tenantId} gives no whole verdicts`,
        todo: 'Look at its answers in the timelines of leads, and check the account of the language model. Without a verdict, leads do what their campaigns say of its errors; by default they pass.',
      })),
});

const webhooksOff = defineFinding({
  kind: 'webhooks_off',
  area,
  page: '/webhooks',
  runbook: 'other-systems.md#a-webhook-receiver-is-switched-off',
  namesTenant: true,
  thresholds: { lookAt: 0 },
  find: ({ receiversOff = [] }) =>
    receiversOff.map(({ tenantId, count, since, named }) => ({
      id: `webhooks.${tenantId}`,
      measured: count,
      subject: tenantId,
      tenantId,
      since,
      count,
      counted: plural(count, 'receiver'),
      names: namesText(named, count),
      headline: `Failing webhook receivers of ${tenantId} switched off`,
      todo: 'Contact the receiver’s owner, then switch it on again on the page Webhooks, or correct its configuration.',
      link: `/webhooks?tenant=${tenantId}`,
      actions: [actionAt(`/webhooks?tenant=${tenantId}`, adminSwitchOnWebhookReceiver, 'Switch on')],
    })),
});

const postbacksFail = defineFinding({
  kind: 'postbacks_fail',
  area,
  page: '/webhooks',
  runbook: 'other-systems.md#the-postbacks-of-a-supplier-fail',
  thresholds: { lookAt: 0 },
  find: ({ failingPostbacks = [] }) =>
    failingPostbacks.map(({ tenantId, supplierId, since }) => ({
      id: `postbacks.${tenantId}.${supplierId}`,
      measured: 1,
      subject: supplierId,
      tenantId,
      since,
      headline: `Every postback to supplier "${supplierId}" fails`,
      todo: 'For half an hour or longer, and within the last day, its tracker has answered none with success. See the answers on the page Webhooks, and ask the supplier for the right address. No lead waits for a postback.',
      link: `/webhooks?tenant=${tenantId}`,
    })),
});

/** The findings of this file. */
export const callFindings = [
  onHold,
  buyerFailing,
  circuitOpen,
  buyerAcceptsNone,
  circuitOpenedByHand,
  answersUnrecognised,
  verdictsMissing,
  webhooksOff,
  postbacksFail,
];
