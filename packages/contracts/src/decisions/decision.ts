/**
 * The decisions of the pipeline. Each is inserted once into the journal under
 * `<submission>.<stage>.<generation>` and never changed: the journal is the state machine.
 */
import type { Trace } from './trace.js';

/**
 * The stages that decide. `action` is decided by the outcome of a first-submission action (§2.1.3), `resolution` by the operator or buyer that
 * settles the unknown outcome of a delivery.
 */
export const stages = ['qualification', 'action', 'routing', 'delivery', 'resolution'] as const;
export type Stage = (typeof stages)[number];

/** What every decision carries besides its kind. */
interface Decided {
  /** A machine-readable reason such as `no_route`; shown to people and in events. */
  readonly reason?: string;
  readonly trace: Trace;
  /** On decisions of qualification: the duplicate claims that the submission took on its way to it. */
  readonly claims?: readonly string[];
}

/** The submission may go on to routing. */
export interface Qualified extends Decided {
  readonly kind: 'qualified';
}

/** A first-submission webhook has to answer before the submission goes on; stage `action` decides. */
export interface AwaitingAction extends Decided {
  readonly kind: 'awaiting_action';
}

/** A person has to act; the submission rests until `deliver` or another submission replaces it. */
export interface PendingAction extends Decided {
  readonly kind: 'pending_action';
  readonly reason: string;
  /** Set by a `human_review` action: the lead's approval status becomes pending. */
  readonly approval?: 'pending';
}

export interface Disqualified extends Decided {
  readonly kind: 'disqualified';
  readonly reason: string;
}

/** Another lead holds a dedupe field, or the buyer said so. */
export interface Duplicate extends Decided {
  readonly kind: 'duplicate';
  readonly reason: string;
  readonly ofLeadId?: string;
}

/** The submission goes to this campaign's buyer; its slots are reserved under the decision's name. */
export interface Routed extends Decided {
  readonly kind: 'routed';
  readonly campaignId: string;
  readonly clientId: string;
  /** The counters that hold its name, as they were called then. */
  readonly slots: readonly string[];
  /** When the slots were reserved; the placement counts in this instant's periods. */
  readonly reservedAt: Date;
}

/** The submission waits for a known instant at which hours open or a period turns. */
export interface Held extends Decided {
  readonly kind: 'held';
  readonly reason: string;
  readonly campaignId: string;
  readonly until: Date;
  /** Counters that are full, as they were called then; a slot given back there makes this submission due at once. */
  readonly waitsFor: readonly string[];
}

/** Refused: by the buyer, by a limit or closed hours, or for want of capacity; the reason says which. */
export interface Rejected extends Decided {
  readonly kind: 'rejected';
  readonly reason: string;
}

/** The buyer could not be reached; retries are spent. */
export interface Failed extends Decided {
  readonly kind: 'failed';
  readonly reason: string;
}

/** Our side or the configuration is at fault, e.g. `no_route`, `no_destination`, `quarantined`. */
export interface Errored extends Decided {
  readonly kind: 'error';
  readonly reason: string;
}

/** The buyer took the lead. */
export interface Delivered extends Decided {
  readonly kind: 'delivered';
  readonly campaignId: string;
  readonly clientId: string;
  /** What the buyer pays, in the buyer's currency unit, when its answer says so. */
  readonly price?: number;
  /** The buyer's own identifier of the lead. */
  readonly reference?: string;
}

/** A newer submission of the same lead took this one's place, while it only waited or while its outcome was unknown. */
export interface Superseded extends Decided {
  readonly kind: 'superseded';
  readonly by: string;
}

/** The submission never became one of its lead's; it ends without effect. */
export interface Voided extends Decided {
  readonly kind: 'void';
}

export type QualificationDecision =
  Qualified | AwaitingAction | PendingAction | Disqualified | Duplicate | Errored | Superseded | Voided;
export type ActionDecision = Qualified | PendingAction | Superseded;
export type RoutingDecision = Routed | Held | Rejected | Errored | Superseded;
export type DeliveryDecision =
  Delivered | Rejected | Duplicate | Failed | Errored | PendingAction | Superseded;

/** What became of a lead whose outcome was unknown. */
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

/** A decision after which the submission moves no more by itself. */
export type Ending = Exclude<Decision, Qualified | AwaitingAction | Routed | Held>;

/** A decision as the journal holds it. */
export interface RecordedDecision<S extends Stage = Stage> {
  readonly stage: S;
  readonly generation: number;
  readonly decision: DecisionOf[S];
  readonly decidedAt: Date;
}

/** The name under which routing reserves slots: its decision's key without the tenant. */
export function slotName(submissionId: string, generation: number): string {
  return `${submissionId}.routing.${generation}`;
}

/** Whose decision a {@link slotName} is. */
export function slotFromName(name: string): { readonly submissionId: string; readonly generation: number } {
  const [submissionId = '', , generation] = name.split('.');
  return { submissionId, generation: Number(generation) };
}
