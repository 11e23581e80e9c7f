/** Derives from an error why a call failed. */
import { types } from 'node:util';
import type { FailureReason } from './outbound-answer.js';
import { isBlocked } from './guarded-connections.js';

const { isNativeError } = types;

/** How far a request has come. Nothing of it was sent before `sent`. */
export type Progress = 'waiting' | 'connecting' | 'handshake' | 'sent';

const reasonByCode: Readonly<Record<string, FailureReason>> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'reset',
  ECONNABORTED: 'reset',
  EPIPE: 'reset',
  ETIMEDOUT: 'timeout',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENETDOWN: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ENOTFOUND: 'dns',
  ERR_INVALID_HTTP_TOKEN: 'invalid_request',
  ERR_INVALID_CHAR: 'invalid_request',
  ERR_UNESCAPED_CHARACTERS: 'invalid_request',
};

/** The reason behind a client error, at this point of a request. Every failure during a TLS handshake is `tls`. */
export function failureReason(error: unknown, progress?: Progress): FailureReason {
  const cause = rootCause(error);
  if (cause === undefined) return 'unknown';
  if (isBlocked(cause)) return 'blocked';
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  const known = reasonByCode[code];
  if (known === 'timeout' || known === 'refused' || known === 'unreachable') return known;
  if (progress === 'handshake') return 'tls';
  if (known !== undefined) return known;
  if (code.startsWith('EAI_')) return 'dns';
  // Whatever the parser of answers refuses, headers without end included.
  if (code.startsWith('HPE_')) return 'answer_malformed';
  return 'unknown';
}

// The HTTP client wraps the socket's error; the original error distinguishes the cases.
function rootCause(error: unknown): Error | undefined {
  if (!isNativeError(error)) return undefined;
  return isNativeError(error.cause) ? error.cause : error;
}
