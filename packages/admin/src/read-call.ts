/** Reading a call: path, query and body by the declaration's own schemas; unlike the interface's lists, nothing malformed passes. */
import {
  ApiError,
  problemsOf,
  readBody,
  type AdminEndpoint,
  type AdminStream,
  type DocumentBounds,
} from '@sluice/contracts';
import type { CallIn } from './perform.js';

/** What a door took from the wire, or from a command's options. */
export interface SentCall {
  readonly params: unknown;
  readonly query: unknown;
  /** Parsed from JSON. */
  readonly body: unknown;
}

/**
 * Reads what was sent as the endpoint declares it; `bounds` other than those of a request's body are for callers in process.
 * @throws ApiError VALIDATION_ERROR with every problem; NOT_FOUND for a path that no identifier can have
 */
export function readCall(
  { params, query, body }: Pick<AdminEndpoint | AdminStream, 'params' | 'query' | 'body'>,
  sent: SentCall,
  bounds: DocumentBounds = {},
): Pick<CallIn, 'params' | 'query' | 'body'> {
  const path = params?.safeParse(sent.params);
  if (path && !path.success) throw new ApiError('NOT_FOUND');
  const asked = query?.safeParse(sent.query ?? {});
  if (asked && !asked.success) {
    throw new ApiError('VALIDATION_ERROR', { details: problemsOf(asked.error, 'query') });
  }
  const read = body && readBody(body, sent.body, bounds);
  if (read?.kind === 'invalid') throw new ApiError('VALIDATION_ERROR', { details: read.problems });
  return { params: path?.data, query: asked?.data, body: read?.value };
}
