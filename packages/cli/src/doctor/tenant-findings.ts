/** Problems of one tenant: failing endpoints, switched-off receivers, leads that need attention. */
import { checkLabel, QUARANTINED } from '@sluice/contracts';
import { missingVerdicts } from '@sluice/domain';
import {
  createReports,
  quarantineReason,
  type ReportSources,
  type LeadNeedingAttention,
  type QuarantineReason,
  type CrashingSubmission,
  type UnknownOutcome,
} from '@sluice/reports';
import type {
  CircuitOrder,
  OpenCircuit,
  ReceiverHealth,
  Stores,
  TenantStores,
  UnreadRule,
} from '@sluice/store';
import { ageText, shownUrl, type Finding } from './finding.js';

const NAMED = 5;
const COUNTED = 1_000;
const MOST_COUNTED = 10_000;
const DAY_MS = 24 * 3_600_000;

/** All current problems. */
export async function tenantFindings(
  stores: ReportSources & Pick<Stores, 'readings' | 'receivers'>,
  tenantId: string,
): Promise<readonly Finding[]> {
  const of = stores.forTenant(tenantId);
  const { needsAttention } = createReports(stores).forTenant(tenantId);
  const now = stores.clock.now();
  const [
    circuits,
    receivers,
    quarantinedCount,
    quarantined,
    unknown,
    unknownCount,
    crashing,
    health,
    unsent,
    unreadRules,
  ] = await Promise.all([
    of.openCircuits.open(now),
    of.webhookUrls.switchedOff(),
    needsAttention.count(QUARANTINED, MOST_COUNTED),
    needsAttention.newest(QUARANTINED, NAMED),
    needsAttention.unknown(NAMED),
    needsAttention.unknownCount(),
    needsAttention.crashing(NAMED),
    stores.receivers.of(tenantId),
    of.files.notSent({ newest: NAMED, most: COUNTED }, now),
    stores.readings.of(tenantId, new Date(now.getTime() - DAY_MS)),
  ]);
  return [
    ...circuits.map((circuit) => openCircuit(tenantId, circuit, now)),
    ...receivers.map(({ url, disabledAt, reason }) => ({
      area: 'endpoints' as const,
      problem: `Tenant ${tenantId}: ${url.startsWith('mailto:') ? `the address of e-mail ${url.slice('mailto:'.length)}` : `webhook receiver ${shownUrl(url)}`} has been switched off since ${disabledAt.toISOString()} (${reason}).`,
      remedy:
        'Have the receiver fixed, then switch it on again on the dashboard (Webhooks), or correct its configuration.',
    })),
    ...health.flatMap((one) => (isModel(one.receiver) ? withoutVerdicts : answersUnrecognised)(one, now)),
    ...unknownOutcomes(tenantId, unknown, unknownCount),
    ...(await quarantines(of, quarantinedCount, quarantined)),
    ...crashing.map((found) => beginsAgain(tenantId, found)),
    ...documentsNotSent(tenantId, unsent),
    ...unreadRules.map(valuesUnread),
  ];
}

const isModel = (receiver: string) => receiver === checkLabel('llm');

function openCircuit(tenantId: string, { endpoint, since, order }: OpenCircuit, now: Date): Finding {
  if (order) return circuitOpenedByHand(tenantId, { receiver: endpoint, ...order });
  const age = ageText(now.getTime() - since.getTime());
  if (isModel(endpoint))
    return {
      area: 'endpoints',
      problem: `Tenant ${tenantId}: its language model has failed most calls for ${age}; its circuit is open, so it is asked only once every 30 s.`,
      remedy:
        'Look at the answers in the timeline of a lead, and check providers.llm; meanwhile leads follow aiOnError of their campaigns.',
    };
  return {
    area: 'endpoints',
    problem: `Tenant ${tenantId}: delivery endpoint ${shownUrl(endpoint)} has failed most calls for ${age}; its circuit is open, so workers call it only once every 30 s.`,
    remedy:
      'Contact the buyer; its leads wait and are retried automatically, and other endpoints are not affected.',
  };
}

/** A rule that meets too many values which are no numbers or no dates. */
export function valuesUnread(rule: UnreadRule): Finding {
  const { tenantId, campaignId, field, operator, unread, of, wanted, unreadAt } = rule;
  return {
    area: 'leads',
    problem: `Tenant ${tenantId}: a rule of campaign ${campaignId} on ${field} (${operator}) could not read ${unread} of its last ${of} values as a ${wanted}, the latest at ${unreadAt.toISOString()}.`,
    remedy: `Such a value matches neither the rule nor its negation. Look at the answers (\`sluice leads show\`), and have the form ask for a ${wanted}.`,
  };
}

/** A buyer's answers within the last day that are not what the response rules of its endpoint read. */
export function answersUnrecognised(
  { tenantId, receiver, answers, lastUnreadableAt }: ReceiverHealth,
  now: Date,
): readonly Finding[] {
  const unread = answers.filter(({ unreadable }) => unreadable).length;
  if (unread === 0 || !lastUnreadableAt || now.getTime() - lastUnreadableAt.getTime() > DAY_MS) return [];
  return [
    {
      area: 'endpoints',
      problem: `Tenant ${tenantId}: ${unread} of the last ${answers.length} answers of delivery endpoint ${shownUrl(receiver)} are not what its response rules read, the latest at ${lastUnreadableAt.toISOString()}.`,
      remedy:
        "Compare an answer (`sluice leads show`) with the rules. Unless the endpoint has `onUnreadable: hold` or `reject`, such leads count by the answer's status, so they may count as sold.",
    },
  ];
}

/** A language model of whose answers within the last day too many held no whole verdict. */
export function withoutVerdicts(
  { tenantId, answers, lastUnreadableAt }: ReceiverHealth,
  now: Date,
): readonly Finding[] {
  const missing = missingVerdicts(answers);
  if (missing === undefined || !lastUnreadableAt || now.getTime() - lastUnreadableAt.getTime() > DAY_MS)
    return [];
  return [
    {
      area: 'endpoints',
      problem: `Tenant ${tenantId}: ${missing} of the last ${answers.length} answers of its language model hold no whole verdict, the latest at ${lastUnreadableAt.toISOString()}.`,
      remedy:
        'Look at the answers in the timeline of a lead, and check providers.llm. Without a verdict, leads follow aiOnError of their campaigns, which passes them on unless it says `hold`.',
    },
  ];
}

/** A circuit that an operator opened: its leads wait until it is closed, or until the operator's time limit. */
export function circuitOpenedByHand(
  tenantId: string,
  { receiver, by, reason = '', at, until }: Omit<CircuitOrder, 'kind' | 'token'> & { receiver: string },
): Finding {
  const why = reason === '' ? '' : ` (“${reason}”)`;
  const end = until ? `until ${until.toISOString()}` : 'until it is closed by hand';
  return {
    area: 'endpoints',
    problem: `Tenant ${tenantId}: ${by} opened the circuit of delivery endpoint ${shownUrl(receiver)} by hand at ${at.toISOString()}${why}; it is not called ${end}, and its leads wait.`,
    remedy: `To resume calls: \`sluice circuits close ${quoted(receiver)} --tenant ${tenantId}\`.`,
  };
}

function quoted(word: string): string {
  return /^[\w.-]+$/.test(word) ? word : `'${word}'`;
}

function unknownOutcomes(
  tenantId: string,
  newest: readonly UnknownOutcome[],
  count: number,
): readonly Finding[] {
  if (count === 0) return [];
  const named = newest.map(({ submissionId, leadId, status }) => `${submissionId} of ${leadId} (${status})`);
  const more = count > named.length ? `, and ${count - named.length} more` : '';
  return [
    {
      area: 'leads',
      problem: `Tenant ${tenantId}: the buyer may or may not have ${count === 1 ? '1 lead' : `${count} leads`}, and ${count === 1 ? 'its slot stays' : 'their slots stay'} reserved (unknown_outcome): ${named.join(', ')}${more}.`,
      remedy: `Ask the buyer, then: \`sluice attempts resolve --tenant ${tenantId} SUBMISSION_ID --buyer-has-it\`, or \`--buyer-does-not-have-it\`; \`sluice leads show\` shows what was sent.`,
    },
  ];
}

async function quarantines(
  of: Pick<TenantStores, 'journal' | 'tenantId'>,
  count: number,
  newest: readonly LeadNeedingAttention[],
): Promise<Finding[]> {
  if (count === 0) return [];
  const named = await Promise.all(
    newest.map(
      async ({ leadId, submissionId }) => `${leadId}${reasonText(await quarantineReason(of, submissionId))}`,
    ),
  );
  const more = count > named.length ? `, and ${count - named.length} more` : '';
  return [
    {
      area: 'leads',
      problem: `Tenant ${of.tenantId}: ${count === 1 ? '1 submission was' : `${count} submissions were`} quarantined: ${named.join(', ')}${more}.`,
      remedy: `Search the logs for its id to find the cause; once it is fixed, run \`sluice replay --tenant ${of.tenantId} --status error --reason quarantined\`.`,
    },
  ];
}

function reasonText(reason: QuarantineReason | undefined): string {
  if (!reason) return '';
  const { stage, because, times } = reason;
  return ` (${stage}: ${because}${times === undefined ? '' : `, ${times} times`})`;
}

function beginsAgain(tenantId: string, { leadId, submissionId, deaths }: CrashingSubmission): Finding {
  return {
    area: 'leads',
    problem: `Tenant ${tenantId}: ${submissionId} of ${leadId} crashed ${deaths} workers in a row.`,
    remedy:
      "Search its stage's log for this id; it is retried only every few minutes, and no other lead waits for it.",
  };
}

/** Documents that their vendor refused, or that could not reach it. */
function documentsNotSent(
  tenantId: string,
  { files, count }: Awaited<ReturnType<TenantStores['files']['notSent']>>,
): readonly Finding[] {
  if (count === 0) return [];
  const named = files.map(({ leadId, fileKey }) => `${fileKey} of ${leadId}`);
  const more = count > named.length ? `, and ${count - named.length} more` : '';
  return [
    {
      area: 'leads',
      problem: `Tenant ${tenantId}: ${count === 1 ? '1 document' : `${count === COUNTED ? 'at least ' : ''}${count} documents`} could not be sent: ${named.join(', ')}${more}.`,
      remedy:
        "`sluice leads show` has the vendor's answer. Correct the campaign's document or the vendor's template, have the document signed by hand, and report it with `POST /api/v1/files`.",
    },
  ];
}
