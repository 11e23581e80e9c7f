/** The distributed trace of a submission or effect, so that a repeated run continues that trace. */

/**
 * Written only by a process with tracing enabled. The `trace` of a decision is something different: its explanation.
 */
export interface TraceContext {
  /** The value of the W3C header of that name. */
  readonly traceparent: string;
  /** The id of the request that started the trace, as in the gateway's log. */
  readonly requestId?: string;
}
