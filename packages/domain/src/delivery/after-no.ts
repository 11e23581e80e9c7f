/**
 * What follows from a buyer's no: the next buyer, or the end. An unknown outcome is no answer, and never leads to another
 * buyer, because that is how a lead is sold twice.
 */
import {
  reallyAsked,
  usualNextOn,
  type AskedBuyer,
  type BuyersNo,
  type Campaign,
  type DeliveryDecision,
  type Routed,
} from '@sluice/contracts';
import { nextCampaigns } from '../routing/candidates.js';
import { endAfterAnswers, MAX_BUYERS } from '../routing/after-answers.js';
import { UNKNOWN_OUTCOME } from '../lifecycle/endings.js';

/** What decides whether a lead goes on after a no. */
export interface AfterNo {
  /** The campaign that the lead was submitted to. */
  readonly own: Campaign | undefined;
  readonly routed: Pick<Routed, 'campaignId' | 'clientId' | 'asked'>;
  /** Whether the submission may go to one buyer only: a retried delivery, or one that says itself where it goes. */
  readonly isForOneBuyer: boolean;
  /** Whether this client took the lead, or may have taken it, in an earlier submission. */
  readonly tookItBefore: boolean;
}

/** The no that a final delivery decision is; undefined for any other end. */
export function buyersNo({ kind, reason }: DeliveryDecision): BuyersNo | undefined {
  if (reason === UNKNOWN_OUTCOME) return undefined;
  if (kind === 'rejected') return 'refused';
  return kind === 'duplicate' || kind === 'failed' ? kind : undefined;
}

/** The decision that stands after a final one of a buyer: passed on, the end after several answers, or as it was. */
export function afterNo(
  decision: DeliveryDecision,
  { own, routed, isForOneBuyer, tookItBefore }: AfterNo,
): DeliveryDecision {
  const outcome = buyersNo(decision);
  if (outcome === undefined || isForOneBuyer) return decision;
  const { asked: before = [], campaignId, clientId } = routed;
  const { reason = outcome, trace } = decision;
  const asked: readonly AskedBuyer[] = [...before, { campaignId, clientId, outcome, reason }];
  const nextOn: readonly BuyersNo[] = own?.distribution?.nextOn ?? usualNextOn;
  const goesOn = nextOn.includes(outcome) && !(outcome === 'duplicate' && tookItBefore);
  if (goesOn && reallyAsked(asked).length < MAX_BUYERS && mayHaveNext(own, asked))
    return { kind: 'passed_on', reason, asked, trace };
  return reallyAsked(before).length === 0 ? decision : { ...endAfterAnswers(asked), trace };
}

// Whether its settings name a campaign that was not asked; routing finds out whether that one takes the lead.
function mayHaveNext(own: AfterNo['own'], asked: readonly AskedBuyer[]): boolean {
  if (!own) return false;
  const { campaignId, distribution } = own;
  const isOver = (code: string) => asked.some((buyer) => buyer.campaignId === code);
  const takesOne = (distribution?.groups ?? []).length === 0;
  const next = nextCampaigns(own).filter(({ via }) => via !== 'limit' && via !== 'schedule');
  return (
    (takesOne && !isOver(campaignId)) ||
    next.some((candidate) => !('campaignId' in candidate) || !isOver(candidate.campaignId))
  );
}
