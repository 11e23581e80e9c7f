/**
 * Effects: what a decision causes outside Sluice. An effect is a document before it becomes a job, so an emptied
 * Redis loses none; because of its key, two workers write only one. Each is of a kind (`kinds.ts`), which says what its
 * body is.
 */
import type { Trace } from '../decisions/trace.js';
import type { TraceContext } from '../records/trace-context.js';
import type { EffectBodies, EffectKind } from './bodies.js';
import type { WorkedKind } from './kinds.js';

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
  /** What was left out of what was sent, and what was found out before, with the reasons. */
  readonly trace?: Trace;
}

/**
 * What is said about an effect of any kind when it is first written. Its key is `<submission>.<trigger>.<target>`,
 * `<lead>.<rule>` if it occurs once per lead, or `client.<client>.<target>` if it is about several leads of a client;
 * that of a mail about an account begins with what it is about.
 */
interface Written {
  readonly effectId: string;
  /** The event's own identifier, the same for every attempt. */
  readonly eventId: string;
  /** What triggered it, e.g. `lead.delivered` or `lead_qualified`. */
  readonly trigger: string;
  /** The trace of the work that planned it. */
  readonly traceContext?: TraceContext;
  /** When it may be deleted, if it belongs to no lead whose deletion deletes it. */
  readonly expiresAt?: Date;
}

/** What an effect belongs to. */
export interface LeadOfEffect {
  readonly submissionId: string;
  readonly leadId: string;
  readonly campaignId: string;
}

// A report and a mail about an account belong to no single lead.
type Belonging<K extends EffectKind> = K extends 'email' ? Partial<LeadOfEffect> : LeadOfEffect;

/** What is stored about an effect of any kind beyond what was written first. */
interface Progressed {
  readonly tenantId: string;
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
  /** How it came to wait, without anything personal. */
  readonly trace?: Trace;
}

/** An effect as first written, of one of the kinds `K`. */
export type NewEffect<K extends EffectKind = EffectKind> = {
  readonly [P in K]: Written & Belonging<P> & { readonly kind: P; readonly body: EffectBodies[P] };
}[K];

/** An effect that a worker has still to carry out, of one of the kinds `K`. */
export type DueEffect<K extends WorkedKind = WorkedKind> = {
  readonly [P in K]: NewEffect<P> & Progressed & { readonly status: 'due' };
}[K];

/** An effect that has ended. Its body is empty once its person is erased. */
type EndedEffect<K extends EffectKind> = {
  readonly [P in K]: Written &
    Belonging<P> &
    Progressed & {
      readonly kind: P;
      readonly body: Partial<EffectBodies[P]>;
      readonly status: Exclude<EffectStatus, 'due'>;
    };
}[K];

/** An effect as it is stored, of one of the kinds `K`. */
export type Effect<K extends EffectKind = EffectKind> = DueEffect<Extract<K, WorkedKind>> | EndedEffect<K>;
