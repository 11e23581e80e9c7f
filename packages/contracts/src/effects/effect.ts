/**
 * Effects: what a decision causes in the outside world. An effect is a document before it is a job,
 * so an emptied Redis loses none; its key makes two workers write one.
 */
import type { TraceContext } from '../records/trace-context.js';

/** What an effect does. `document` and `milestone` are done by being written; `action` is a first-submission webhook. */
export type EffectKind = 'webhook' | 'pixel' | 'sms' | 'document' | 'milestone' | 'action';

/** Where an effect stands: still to do, done, given up for good, or deliberately not done. */
export type EffectStatus = 'due' | 'done' | 'failed' | 'skipped';

/** One try of an effect. */
export interface EffectAttempt {
  readonly at: Date;
  readonly durationMs: number;
  readonly outcome: 'done' | 'retry' | 'failed';
  readonly status?: number;
  readonly error?: string;
  /** The first part of the answer, at most 20 kB. */
  readonly answer?: string;
}

/** An effect as it is first written. Its key is `<submission>.<trigger>.<target>`, or `<lead>.<rule>` when once per lead. */
export interface NewEffect {
  readonly effectId: string;
  readonly kind: EffectKind;
  /** The event's own identifier, stable over every try. */
  readonly eventId: string;
  readonly submissionId: string;
  readonly leadId: string;
  readonly campaignId: string;
  /** What set it off, e.g. `lead.delivered` or `lead_qualified`. */
  readonly trigger: string;
  /** What its worker needs; no secrets. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The trace of what planned it. */
  readonly traceContext?: TraceContext;
}

/** An effect as it is stored. */
export interface Effect extends NewEffect {
  readonly tenantId: string;
  readonly status: EffectStatus;
  readonly attempts: readonly EffectAttempt[];
  readonly createdAt: Date;
  readonly dueAt?: Date;
  /** When it was last enqueued, if not when it was written. A batch that is older than that is left over. */
  readonly enqueuedAt?: Date;
  readonly endedAt?: Date;
  /** How often it was begun again after a try threw. */
  readonly restarts?: number;
  /** How often in a row it was begun again because its worker died with it in hand. */
  readonly deaths?: number;
  readonly reason?: string;
}
