/**
 * The decisions of the pipeline. Each is inserted once into the journal under
 * `<submission>.<stage>.<generation>` and never changed: the journal is the state machine.
 */
import type { AskedBuyer } from './buyers-no.js';
import type { LookupAnswers } from '../resources/lookup.js';
import type { OwnReason } from './own-reasons.js';
import type { ConsentCheck, PlannedConsent } from './planned-consent.js';
import type { Trace } from './trace.js';

/**
 * The stages that decide. `action` is decided by the outcome of a first-submission action (§2.1.3), `resolution` by an
 * operator or buyer that resolves the unknown outcome of a delivery.
 */
export const stages = ['qualification', 'action', 'routing', 'delivery', 'resolution'] as const;
export type Stage = (typeof stages)[number];

/** The fields that every decision has besides its kind. */
interface Decided {
  /** A machine-readable reason such as `no_route`; shown to people and in events. */
  readonly reason?: string;
  readonly trace: Trace;
  /** On qualification and routing decisions: the duplicate claims that they rest on; of a routing, its client's. */
  readonly claims?: readonly string[];
  /** On the first decision about a supplier's lead: the opening under which it is counted for its supplier. */
  readonly opening?: string;
  /** On qualification decisions: what look-ups have answered up to it. */
  readonly lookups?: LookupAnswers;
}

/** The submission may be routed. */
export interface Qualified extends Decided {
  readonly kind: 'qualified';
}

/** A first-submission webhook or a voice call has to answer before the submission continues; stage `action` decides. */
export interface AwaitingAction extends Decided {
  readonly kind: 'awaiting_action';
  /** Absent for a webhook. */
  readonly action?: 'voice_ai';
}

/**
 * A check that calls out has to answer before the submission is qualified; the next generation of its qualification
 * reads the answer.
 */
export type Asking = AskingModel | AskingLookup | AskingConsent;

/** It asks a language model. */
export interface AskingModel extends Decided {
  readonly kind: 'asking';
  readonly check: 'llm';
  /** What the answer has to be about, in order: the offer's criteria when they were asked about. */
  readonly criteria: readonly string[];
}

/** It asks the vendor of a look-up. */
export interface AskingLookup extends Decided {
  readonly kind: 'asking';
  readonly check: LookupCheck;
}

/** It asks TrustedForm about the certificate whose address is in a field. */
export interface AskingConsent extends Decided {
  readonly kind: 'asking';
  readonly check: ConsentCheck;
  readonly field: string;
}

/** The check that a look-up is: `lookup.<id>`. */
export type LookupCheck = `lookup.${string}`;

/** The checks that call out; `llm` asks a language model. */
export type CheckName = 'llm' | LookupCheck | ConsentCheck;

/** The submission waits until a person acts: by `deliver`, or by another submission that replaces it. */
export interface PendingAction extends Decided {
  readonly kind: 'pending_action';
  readonly reason: OwnReason;
  /** The check that has no answer; a person who lets the lead go on decides in its place. */
  readonly check?: CheckName;
  /** Set by a `human_review` action: the lead's approval status becomes pending. */
  readonly approval?: 'pending';
}

export interface Disqualified extends Decided {
  readonly kind: 'disqualified';
  readonly reason: string;
}

/** Another lead holds a dedupe field, or the buyer reported a duplicate. */
export interface Duplicate extends Decided {
  readonly kind: 'duplicate';
  readonly reason: string;
  readonly ofLeadId?: string;
}

/** Decisions of a submission that went on from one buyer to the next. */
interface AfterAsking extends Decided {
  /** The buyers that were asked before, in order; absent if there is none. */
  readonly asked?: readonly AskedBuyer[];
}

/** How the price of a lead is fixed when it is placed, as its campaign said when the lead was routed. */
export interface PriceTerms {
  readonly currency: string;
  /** The expected price in minor units; absent if the campaign states none for this lead. */
  readonly expectedMinor?: number;
  /** Set if a price in the buyer's answer does not count. */
  readonly ignoresAnswer?: true;
}

/** The submission goes to this campaign's buyer; the decision's name is open in the counts of campaign and client. */
export interface Routed extends AfterAsking {
  readonly kind: 'routed';
  readonly campaignId: string;
  readonly clientId: string;
  /** When the names were opened; a placement counts in this instant's periods. */
  readonly reservedAt: Date;
  /** Under which its name is open in its counts; absent for a test lead, which is open nowhere. */
  readonly opening?: string;
  /** The count of the member in the group that it came by, if its members take turns. */
  readonly groupCount?: string;
  /** Absent if only a price in the buyer's answer counts, in US dollars. */
  readonly priceTerms?: PriceTerms;
  /** What the campaign asks of the lead's certificate before its buyer gets the lead; absent if nothing. */
  readonly consent?: PlannedConsent;
}

/** The submission waits for a known instant at which hours open or a period ends. */
export interface Held extends AfterAsking {
  readonly kind: 'held';
  readonly reason: string;
  readonly campaignId: string;
  readonly until: Date;
  /** The full counts, or the campaign's opening; a name taken out there makes the oldest such submission due. */
  readonly waitsFor: readonly string[];
  /** The certificate that is retained meanwhile, because it would expire before the hold is over. */
  readonly consent?: PlannedConsent;
  /** For each of those counts that has a budget, what must be left of it before another look is worth it. */
  readonly needs?: readonly NeededMoney[];
}

/** Money that a held lead needs in a count. */
export interface NeededMoney {
  readonly count: string;
  /** Minor units of the budget's currency: the lead's expected price, or 1 if none is expected. */
  readonly minor: number;
}

/** Refused by the buyer, by a limit, by closed hours, or for lack of capacity; the reason states which. */
export interface Rejected extends Decided {
  readonly kind: 'rejected';
  readonly reason: string;
}

/** The buyer could not be reached and all retries are used up. */
export interface Failed extends Decided {
  readonly kind: 'failed';
  readonly reason: string;
}

/** Our side or the configuration is at fault, e.g. `no_route`, `no_destination`, `quarantined`. */
export interface Errored extends Decided {
  readonly kind: 'error';
  readonly reason: string;
}

/** The buyer said no, or was not asked because of the lead's certificate, and routing goes on with the next one. */
export interface PassedOn extends Decided {
  readonly kind: 'passed_on';
  readonly reason: string;
  /** The buyers that the lead was routed to so far, in order; the last of them does not get it. */
  readonly asked: readonly AskedBuyer[];
}

/** The buyer accepted the lead. */
export interface Delivered extends Decided {
  readonly kind: 'delivered';
  readonly campaignId: string;
  readonly clientId: string;
  /** What the client pays, in units of `currency`; absent if the lead was placed without any price. */
  readonly price?: number;
  /** ISO 4217; present with a price. Prices of older decisions are in US dollars. */
  readonly currency?: string;
  /** The buyer's own identifier of the lead. */
  readonly reference?: string;
}

/**
 * A newer submission of the same lead, or the erasure of the person, ended this one while it only waited or while its
 * outcome was unknown.
 */
export interface Superseded extends Decided {
  readonly kind: 'superseded';
  /** A submission id, or `erasure`. */
  readonly by: string;
}

/** The submission was never listed by its lead and ends without effect. */
export interface Voided extends Decided {
  readonly kind: 'void';
}

export type QualificationDecision =
  | Qualified
  | Asking
  | AwaitingAction
  | PendingAction
  | Disqualified
  | Duplicate
  | Rejected
  | Errored
  | Superseded
  | Voided;
export type ActionDecision = Qualified | PendingAction | Disqualified | Superseded;
export type RoutingDecision = Routed | Held | Rejected | Duplicate | Failed | Errored | Superseded;
export type DeliveryDecision =
  | Delivered
  | PassedOn
  | Rejected
  | Duplicate
  | Failed
  | Errored
  | PendingAction
  | Disqualified
  | Superseded;

/** The final outcome of a lead whose outcome was unknown. */
export type ResolutionDecision = Delivered | Failed | Superseded;

/** The decision type of each stage. */
export interface DecisionOf {
  readonly qualification: QualificationDecision;
  readonly action: ActionDecision;
  readonly routing: RoutingDecision;
  readonly delivery: DeliveryDecision;
  readonly resolution: ResolutionDecision;
}

export type Decision = DecisionOf[Stage];

/** A decision that ends its submission. */
export type Ending = Exclude<Decision, Qualified | Asking | AwaitingAction | Routed | Held | PassedOn>;

/** A decision as stored in the journal. */
export interface RecordedDecision<S extends Stage = Stage> {
  readonly stage: S;
  readonly generation: number;
  readonly decision: DecisionOf[S];
  readonly decidedAt: Date;
}

/** The name under which a routed lead is open in counts: the key of its decision without the tenant. */
export function slotName(submissionId: string, generation: number): string {
  return `${submissionId}.routing.${generation}`;
}

/** The name under which a first submission is counted for its supplier: the key of its first decision. */
export function supplierSlotName(submissionId: string): string {
  return `${submissionId}.qualification.0`;
}

/** Whether it is such a name. */
export function isSupplierSlot(name: string): boolean {
  return name.split('.')[1] === 'qualification';
}

/** The submission and generation of a {@link slotName}. */
export function slotFromName(name: string): { readonly submissionId: string; readonly generation: number } {
  const [submissionId = '', , generation] = name.split('.');
  return { submissionId, generation: Number(generation) };
}
