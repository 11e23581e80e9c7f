/** The distributed trace that a submission or an effect belongs to, so that whatever repeats it continues that trace. */

/** Written only by a process that traces; a decision's own `trace` is something else, its explanation. */
export interface TraceContext {
  /** As in the W3C header of that name. */
  readonly traceparent: string;
  /** The id of the request that it began with, as the log of the gateway has it. */
  readonly requestId?: string;
}
