/** The codes of error answers, from their table. */
import { adminEndpoints, alwaysPossible, endpoints, errors, type ErrorCode } from '@sluice/contracts';
import { code, opened, table } from './markdown.js';

/** The page. */
export function renderErrors(): string {
  const codes = Object.keys(errors) as ErrorCode[];
  return [
    opened(
      'Errors',
      'A refusal of the interface and of the admin API is `{"success": false, "error": {"code", "message", "details"?}}`. `details` are lines of the form `path: problem`. The header `X-Request-Id` names the request in the log. Read the code, not the message: its words may change.',
    ),
    table(
      ['code', 'status', 'message', 'meaning', 'what to do'],
      codes.map((each) => {
        const { means, action } = texts[each];
        return [code(each), statusOf(each), errors[each].message, means, action];
      }),
    ),
    '## Which request answers with which\n',
    `Every request may be answered with ${alwaysPossible.map(code).join(', ')}. A path that does not exist is \`NOT_FOUND\`; another method than those of a path, \`METHOD_NOT_ALLOWED\`. Besides:\n`,
    table(
      ['endpoint of the interface', 'errors'],
      endpoints.map(({ method, path, errors: possible }) => [code(`${method} ${path}`), others(possible)]),
    ),
    'Of the operations of the admin API, these codes are possible besides those that follow from a body, a query or a path with an id:\n',
    table(
      ['operation', 'errors'],
      adminEndpoints.flatMap(({ operationId, errors: possible }) => {
        const further = possible.filter((each) => !implied.has(each));
        return further.length === 0 ? [] : [[code(operationId), further.map(code).join(', ')]];
      }),
    ),
  ].join('\n');
}

const statusOf = (each: ErrorCode) =>
  each === 'IDEMPOTENCY_CONFLICT' ? `${errors[each].status} or 422` : String(errors[each].status);

const always: ReadonlySet<string> = new Set(alwaysPossible);
const implied: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  ...alwaysPossible,
  'VALIDATION_ERROR',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'NOT_FOUND',
]);

function others(possible: readonly ErrorCode[]): string {
  const further = possible.filter((each) => !always.has(each));
  return further.length === 0 ? 'none' : further.map(code).join(', ');
}

const texts: Readonly<Record<ErrorCode, { readonly means: string; readonly action: string }>> = {
  VALIDATION_ERROR: {
    means: 'Body, path or query is wrong. Nothing was changed.',
    action:
      'Correct every line of `details`, then send it again, under the same `Idempotency-Key` if you like.',
  },
  UNAUTHORIZED: {
    means: 'The key is missing, wrong, expired or revoked; all are answered alike.',
    action: 'Check `X-API-Key`, for the admin API `X-Admin-Key`; ask for a new key.',
  },
  FORBIDDEN: {
    means: 'The key is good, but may not do this: it is a supplier’s, or the role does not allow it.',
    action: 'Use a key of the tenant, or ask for the role.',
  },
  NOT_FOUND: {
    means: 'There is no such resource or path, or it is another tenant’s.',
    action: 'Check the id and the path.',
  },
  METHOD_NOT_ALLOWED: {
    means: 'The path does not know the method.',
    action: 'Use a method that the header `Allow` names.',
  },
  INVALID_STATE: {
    means: 'The resource is not in a state that allows this, e.g. a lead that is on its way is reposted.',
    action: 'Read the resource, and decide anew.',
  },
  IDEMPOTENCY_CONFLICT: {
    means: '409: a request with this `Idempotency-Key` is at work. 422: the key was used with another body.',
    action: '409: send the same again after `Retry-After`. 422: use another key for another body.',
  },
  PAYLOAD_TOO_LARGE: {
    means: 'The body is over 256 kB, or what an operation allows.',
    action: 'Send less; split lists.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    means: 'The body is not JSON in UTF-8.',
    action: 'Send `Content-Type: application/json`.',
  },
  RATE_LIMITED: {
    means: 'Too many requests.',
    action: 'Wait as long as `Retry-After` says.',
  },
  INTERNAL_ERROR: {
    means: 'A fault of ours. The work may be partly done.',
    action: 'Send the same again under the same `Idempotency-Key`; look for the request id in the log.',
  },
  SERVICE_UNAVAILABLE: {
    means: 'A store is away, or too much work waits. Nothing was accepted.',
    action: 'Send the same again after `Retry-After`.',
  },
};
