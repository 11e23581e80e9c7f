/** The head of a lead: one sentence that says to whom it was sold, or why not, or what it waits for. */
import type { LeadTimeline, RecordedDecision, Routed } from '@sluice/contracts';
import {
  explainDecision,
  reasonWords,
  sentence,
  timeWords,
  UNKNOWN_OUTCOME,
  type Wording,
} from '@sluice/domain';
import {
  destinationFor,
  priceWords,
  type LeadHistory,
  type LeadStanding,
  type StoresFor,
} from '@sluice/pipeline';
import type { TenantStores } from '@sluice/store';

type Head = LeadTimeline['head'];

/** Reads what became of a lead. */
export async function headOf(
  { stores }: StoresFor<'activeHolds' | 'forTenant'>,
  history: LeadHistory,
  { sale, givenBack }: LeadStanding,
  wording: Wording,
): Promise<Head> {
  const { lead, submissions, nextAttempt, waits } = history;
  const of = stores.forTenant(lead.tenantId);
  const latest = submissions.at(-1);
  const last = latest?.decisions.at(-1);
  const routed = latest?.decisions.findLast(({ decision }) => decision.kind === 'routed')?.decision;
  const to =
    routed?.kind === 'routed' ? await placeOf(of, routed, latest?.submission.deliveryInfo) : undefined;
  const about = to && { campaignId: to.campaignId, receiver: to.receiver };
  if (lead.approvalStatus === 'pending')
    return { what: sentence('Waits for a person to approve it.', 'warn') };
  const { installation, tenants } = await stores.activeHolds.read();
  const isWaiting = latest?.submission.dueAt !== undefined && !isOver(last);
  if (to && isWaiting && (installation || tenants.has(lead.tenantId)))
    return { what: sentence('Waits because calls outside are on hold.', 'warn'), ...about };
  if (nextAttempt && to) {
    const when = timeWords(nextAttempt.at, wording.zone);
    const attempt = to.attempts === undefined ? '' : ` of ${to.attempts}`;
    const text =
      nextAttempt.because === 'retry'
        ? `Waits for attempt ${nextAttempt.n}${attempt} at ${to.client}: ${when}.`
        : `Waits because the circuit of ${to.client} is open; the next look is ${when}.`;
    return { what: sentence(text, 'warn'), ...about };
  }
  if (waits) {
    const what = sentence(`Waits until campaign ${waits.campaignId} takes more leads.`, 'warn');
    return { what, campaignId: waits.campaignId };
  }
  if (latest?.submission.status === 'queued' && last?.decision.kind === 'held') {
    const { text } = explainDecision(last.stage, last.decision, wording);
    return { what: sentence(text, 'warn'), campaignId: last.decision.campaignId };
  }
  if (isWaiting) {
    const since = timeWords(latest.submission.acceptedAt, wording.zone);
    return { what: sentence(`On its way since ${since}.`, 'warn'), ...about };
  }
  if (sale) return soldHead(of, sale, about, wording);
  const client = to?.client ?? 'its buyer';
  if (lead.reason === UNKNOWN_OUTCOME)
    return { what: sentence(`It is not known whether ${client} has it.`, 'warn'), ...about };
  if (givenBack) return soldHead(of, givenBack, about, wording, ', and given back');
  if (last?.decision.kind === 'delivered') {
    const test = lead.isTest ? ' as a test lead' : '';
    return { what: sentence(`Delivered to ${client}${test}.`, 'good'), ...about };
  }
  // An imported lead is decided by nobody.
  if (!last) return { what: sentence('It was not sent to a buyer.', 'quiet') };
  const why = lead.reason === undefined ? '' : `: ${reasonWords(lead.reason, wording)}`;
  return { what: sentence(`Not sold, ${lead.status.replaceAll('_', ' ')}${why}.`, 'bad') };
}

async function soldHead(
  { clients }: Pick<TenantStores, 'clients'>,
  sale: NonNullable<LeadStanding['sale']>,
  about: Omit<Head, 'what'> | undefined,
  { zone }: Wording,
  but = '',
): Promise<Head> {
  const { clientId = '', placedCampaignId, occurredAt } = sale;
  const client = (await clients.cached(clientId))?.name ?? clientId;
  const text = `Sold to ${client} ${priceWords(sale)}, ${timeWords(occurredAt, zone)}${but}.`;
  const isSame = about?.campaignId === placedCampaignId;
  return {
    what: sentence(text, but === '' ? 'good' : 'quiet'),
    ...(isSame ? about : { campaignId: placedCampaignId }),
  };
}

function isOver(last: RecordedDecision | undefined): boolean {
  return ['delivered', 'rejected', 'failed', 'duplicate', 'disqualified'].includes(last?.decision.kind ?? '');
}

/** Where a lead was routed: its campaign, the buyer as listed, its client by name, and how many attempts it gets. */
async function placeOf(
  of: Pick<TenantStores, 'campaigns' | 'clients' | 'deliveryEndpoints'>,
  { campaignId, clientId }: Routed,
  deliveryInfo: Parameters<typeof destinationFor>[2]['deliveryInfo'],
) {
  const [client, destination] = await Promise.all([
    of.clients.cached(clientId),
    destinationFor(of, { campaignId, clientId }, { deliveryInfo, read: 'cached' }),
  ]);
  const known = destination.kind === 'none' ? undefined : destination;
  return {
    campaignId,
    client: client?.name ?? clientId,
    receiver: known?.label,
    attempts: known && known.retries + 1,
  };
}
