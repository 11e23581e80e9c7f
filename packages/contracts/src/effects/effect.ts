/**
 * Effects: what a decision causes outside Sluice. An effect is a document before it becomes a job, so an emptied
 * Redis loses none; because of its key, two workers write only one.
 */
import type { Trace } from '../decisions/trace.js';
import type { TraceContext } from '../records/trace-context.js';

/**
 * The kind of an effect. `document` and `milestone` are done once they are written: the signature of a document is an
 * effect of its own, planned when it is the document's turn. `action` is a first-submission webhook, `check` a call whose
 * answer qualification waits for, and `call` a phone call to the lead.
 */
export type EffectKind =
  | 'webhook'
  | 'pixel'
  | 'sms'
  | 'email'
  | 'document'
  | 'signature'
  | 'milestone'
  | 'action'
  | 'check'
  | 'call';

/** The status of an effect: still to do, done, given up for good, or deliberately not done. */
export type EffectStatus = 'due' | 'done' | 'failed' | 'skipped';

/** One attempt at an effect. */
export interface EffectAttempt {
  readonly at: Date;
  readonly durationMs: number;
  readonly outcome: 'done' | 'retry' | 'failed';
  readonly status?: number;
  readonly error?: string;
  /** The first part of the answer, at most 20 kB. */
  readonly answer?: string;
  /** What was left out of what was sent, and why. */
  readonly trace?: Trace;
}

/**
 * An effect as first written. Its key is `<submission>.<trigger>.<target>`, `<lead>.<rule>` if it occurs once per lead,
 * or `client.<client>.<target>` if it is about several leads of a client.
 */
export interface NewEffect {
  readonly effectId: string;
  readonly kind: EffectKind;
  /** The event's own identifier, the same for every attempt. */
  readonly eventId: string;
  readonly submissionId: string;
  readonly leadId: string;
  readonly campaignId: string;
  /** What triggered it, e.g. `lead.delivered` or `lead_qualified`. */
  readonly trigger: string;
  /** The input of its worker; no secrets. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The trace of the work that planned it. */
  readonly traceContext?: TraceContext;
  /** When it may be deleted, if it belongs to no lead whose deletion deletes it. */
  readonly expiresAt?: Date;
}

/** An effect as it is stored. */
export interface Effect extends NewEffect {
  readonly tenantId: string;
  readonly status: EffectStatus;
  readonly attempts: readonly EffectAttempt[];
  readonly createdAt: Date;
  readonly dueAt?: Date;
  /** When it was last enqueued, if not when it was written. A batch enqueued before that is stale. */
  readonly enqueuedAt?: Date;
  readonly endedAt?: Date;
  /** How often it was started again after an attempt threw. */
  readonly restarts?: number;
  /** How many times in a row it was started again because its worker died while processing it. */
  readonly deaths?: number;
  readonly reason?: string;
}
