/**
 * The questions that routing asks while it decides, and their answers. Routing itself has no side effects: a stage
 * answers from caches and stores, a simulation without changing anything, a test from a table.
 */
import type { Campaign, Client, DeliveryEndpoint, RoutingDecision } from '@sluice/contracts';
import type { Count, MemberCount } from './limits.js';

/** A member of a group whose members take turns. */
export interface GroupMember {
  readonly count: MemberCount;
  readonly weight: number;
}

/** Whose turn it is: the member's place, -1 if there is none, and the ratios of all. */
export interface Turn {
  readonly at: number;
  readonly ratios: readonly number[];
}

/** A question of routing. Counts are given in the order in which they are asked. */
export type RoutingQuestion =
  | { readonly kind: 'campaign'; readonly campaignId: string }
  /** The active campaign of a client and an offer, by their names. */
  | { readonly kind: 'campaign_of'; readonly clientName: string; readonly offerName: string }
  | { readonly kind: 'client'; readonly clientId: string }
  | { readonly kind: 'endpoint'; readonly deliveryEndpointId: string }
  /** Whether the receiver with this label does not answer, and so is not called for a while. */
  | { readonly kind: 'is_down'; readonly receiver: string }
  /** Whose turn it is among the members of a group, as counted for each. A lead that is `apart` takes no turn. */
  | { readonly kind: 'turn'; readonly members: readonly GroupMember[]; readonly apart: boolean }
  /** The member whose turn it was does not get the lead; `isAway` if it takes no leads at the moment. */
  | { readonly kind: 'give_back'; readonly count: MemberCount; readonly isAway: boolean }
  /** Which limits of these counts have no room for a lead that this campaign would take. */
  | { readonly kind: 'peek'; readonly counts: readonly Count[]; readonly campaignId: string }
  /** Open the lead's name in each of these counts, or in none, because this campaign would take it. */
  | { readonly kind: 'reserve'; readonly counts: readonly Count[]; readonly campaignId: string };

/** An answer. `full` names the limits without room: all of them for `peek`, at least one if `reserve` is refused. */
export type RoutingAnswer =
  | { readonly kind: 'campaign'; readonly campaign: Campaign | undefined }
  | { readonly kind: 'client'; readonly client: Client | undefined }
  | { readonly kind: 'endpoint'; readonly endpoint: DeliveryEndpoint | undefined }
  | { readonly kind: 'is_down'; readonly isDown: boolean }
  | ({ readonly kind: 'turn' } & Turn)
  | { readonly kind: 'given_back' }
  | { readonly kind: 'room'; readonly full: readonly string[] };

/** A part of routing that may ask questions before it returns. */
export type Conversation<Result> = Generator<RoutingQuestion, Result, RoutingAnswer>;

/** The functions that answer routing's questions. What does not exist is undefined. */
export interface RoutingAnswers {
  readonly campaign: (campaignId: string) => Promise<Campaign | undefined>;
  /** The active campaign of the client and the offer with these names. */
  readonly campaignOf: (clientName: string, offerName: string) => Promise<Campaign | undefined>;
  readonly client: (clientId: string) => Promise<Client | undefined>;
  readonly endpoint: (deliveryEndpointId: string) => Promise<DeliveryEndpoint | undefined>;
  /** Whether a receiver is not called for a while, by the label of its destination. */
  readonly isDown: (receiver: string) => Promise<boolean>;
  /** Whose turn it is; the turn is taken unless the lead is `apart`. */
  readonly turn: (members: readonly GroupMember[], apart: boolean) => Promise<Turn>;
  /** Gives the turn of this member back. */
  readonly giveBack: (count: MemberCount, isAway: boolean) => Promise<void>;
  /** Returns the names of the limits that have no room for a lead that `campaignId` would take. */
  readonly peek: (counts: readonly Count[], campaignId: string) => Promise<readonly string[]>;
  /**
   * Opens the lead's name in every count and returns an empty list, or opens none and returns full limits, at least one.
   * `campaignId` is the campaign that would take the lead.
   */
  readonly reserve: (counts: readonly Count[], campaignId: string) => Promise<readonly string[]>;
}

/** Runs a conversation to its end, one question after the other. An error thrown by an answer ends it. */
export async function converse(
  conversation: Conversation<RoutingDecision>,
  answers: RoutingAnswers,
): Promise<RoutingDecision> {
  let step = conversation.next();
  while (!step.done) step = conversation.next(await answerTo(step.value, answers));
  return step.value;
}

async function answerTo(question: RoutingQuestion, answers: RoutingAnswers): Promise<RoutingAnswer> {
  switch (question.kind) {
    case 'campaign':
      return { kind: 'campaign', campaign: await answers.campaign(question.campaignId) };
    case 'campaign_of':
      return {
        kind: 'campaign',
        campaign: await answers.campaignOf(question.clientName, question.offerName),
      };
    case 'client':
      return { kind: 'client', client: await answers.client(question.clientId) };
    case 'endpoint':
      return { kind: 'endpoint', endpoint: await answers.endpoint(question.deliveryEndpointId) };
    case 'is_down':
      return { kind: 'is_down', isDown: await answers.isDown(question.receiver) };
    case 'turn':
      return { kind: 'turn', ...(await answers.turn(question.members, question.apart)) };
    case 'give_back':
      await answers.giveBack(question.count, question.isAway);
      return { kind: 'given_back' };
    case 'peek':
      return { kind: 'room', full: await answers.peek(question.counts, question.campaignId) };
    case 'reserve':
      return { kind: 'room', full: await answers.reserve(question.counts, question.campaignId) };
  }
}

/** Asks for a campaign. */
export function* askCampaign(
  question: Extract<RoutingQuestion, { kind: 'campaign' | 'campaign_of' }>,
): Conversation<Campaign | undefined> {
  const answer = yield question;
  if (answer.kind !== 'campaign') throw misunderstood(question, answer);
  return answer.campaign;
}

/** Asks for a client. */
export function* askClient(clientId: string): Conversation<Client | undefined> {
  const question = { kind: 'client', clientId } as const;
  const answer = yield question;
  if (answer.kind !== 'client') throw misunderstood(question, answer);
  return answer.client;
}

/** Asks for a delivery endpoint. */
export function* askEndpoint(deliveryEndpointId: string): Conversation<DeliveryEndpoint | undefined> {
  const question = { kind: 'endpoint', deliveryEndpointId } as const;
  const answer = yield question;
  if (answer.kind !== 'endpoint') throw misunderstood(question, answer);
  return answer.endpoint;
}

/** Asks whether a receiver is not called for a while. */
export function* askIsDown(receiver: string): Conversation<boolean> {
  const question = { kind: 'is_down', receiver } as const;
  const answer = yield question;
  if (answer.kind !== 'is_down') throw misunderstood(question, answer);
  return answer.isDown;
}

/** Asks whose turn it is. */
export function* askTurn(members: readonly GroupMember[], apart: boolean): Conversation<Turn> {
  const question = { kind: 'turn', members, apart } as const;
  const answer = yield question;
  if (answer.kind !== 'turn') throw misunderstood(question, answer);
  return answer;
}

/** Tells that the member whose turn it was does not get the lead. */
export function* giveTurnBack(count: MemberCount, isAway: boolean): Conversation<void> {
  const question = { kind: 'give_back', count, isAway } as const;
  const answer = yield question;
  if (answer.kind !== 'given_back') throw misunderstood(question, answer);
}

/** Asks which limits are full, or for room in each of the counts for a lead that `campaignId` would take. */
export function* askRoom(
  kind: 'peek' | 'reserve',
  counts: readonly Count[],
  campaignId: string,
): Conversation<readonly string[]> {
  const question = { kind, counts, campaignId };
  const answer = yield question;
  if (answer.kind !== 'room') throw misunderstood(question, answer);
  return answer.full;
}

function misunderstood(question: RoutingQuestion, answer: RoutingAnswer): Error {
  return new TypeError(`routing asked for ${question.kind} and was answered ${answer.kind}`);
}
