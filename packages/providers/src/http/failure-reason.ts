/** Derives from an error why a call failed. */
import { types } from 'node:util';
import type { FailureReason } from './outbound-answer.js';
import { isBlocked, isBrokenHandshake } from './guarded-connections.js';

const { isNativeError } = types;

const reasonByCode: Readonly<Record<string, FailureReason>> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'reset',
  ECONNABORTED: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'reset',
  UND_ERR_DESTROYED: 'reset',
  ETIMEDOUT: 'timeout',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENETDOWN: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ENOTFOUND: 'dns',
  HPE_HEADER_OVERFLOW: 'too_large',
  UND_ERR_HEADERS_OVERFLOW: 'too_large',
  UND_ERR_INVALID_ARG: 'invalid_request',
  ERR_INVALID_HTTP_TOKEN: 'invalid_request',
  ERR_INVALID_CHAR: 'invalid_request',
  ERR_UNESCAPED_CHARACTERS: 'invalid_request',
};

/** The reason behind a client error. Every failure during a TLS handshake is `tls`. */
export function failureReason(error: unknown): FailureReason {
  const cause = rootCause(error);
  if (cause === undefined) return 'unknown';
  if (isBlocked(cause)) return 'blocked';
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  const known = reasonByCode[code];
  if (known === 'timeout' || known === 'refused' || known === 'unreachable') return known;
  if (isBrokenHandshake(cause)) return 'tls';
  if (known !== undefined) return known;
  if (code.startsWith('EAI_')) return 'dns';
  if (cause.name === 'HTTPParserError') return 'malformed';
  if (code.startsWith('HPE_') || code.startsWith('Z_') || code.startsWith('ERR__ERROR_')) return 'malformed';
  return 'unknown';
}

// The HTTP client wraps the socket's error; the original error distinguishes the cases.
function rootCause(error: unknown): Error | undefined {
  if (!isNativeError(error)) return undefined;
  return isNativeError(error.cause) ? error.cause : error;
}
