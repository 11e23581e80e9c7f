/**
 * Reads a call: path, query and body by the endpoint's own schemas. Unlike the lists of the interface, it lets no
 * malformed value pass.
 */
import {
  ApiError,
  problemsOf,
  readBody,
  type AdminEndpoint,
  type AdminStream,
  type DocumentBounds,
  type ReadSettings,
} from '@sluice/contracts';
import type { CallIn } from './perform.js';

/** The input of a call, from the wire or from a command's options. */
export interface SentCall {
  readonly params: unknown;
  readonly query: unknown;
  /** Already parsed from JSON. */
  readonly body: unknown;
}

/**
 * Validates the input against the endpoint's declaration. Callers in process may pass `bounds` other than those of a
 * request's body.
 * @throws ApiError VALIDATION_ERROR with every problem; NOT_FOUND for a path that contains no valid identifier
 */
export function readCall(
  { params, query, body }: Pick<AdminEndpoint | AdminStream, 'params' | 'query' | 'body'>,
  sent: SentCall,
  settings: ReadSettings,
  bounds: DocumentBounds = {},
): Pick<CallIn, 'params' | 'query' | 'body'> {
  const path = params?.safeParse(sent.params);
  if (path && !path.success) throw new ApiError('NOT_FOUND');
  const asked = query?.safeParse(sent.query ?? {});
  const read = body && readBody(body, sent.body, settings, bounds);
  const details = [
    ...(asked?.error ? problemsOf(asked.error, 'query') : []),
    ...(read?.kind === 'invalid' ? read.problems : []),
  ];
  if (details.length > 0) throw new ApiError('VALIDATION_ERROR', { details });
  return { params: path?.data, query: asked?.data, body: read?.kind === 'valid' ? read.value : undefined };
}
