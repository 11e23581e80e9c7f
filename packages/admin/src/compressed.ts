/** Compresses larger answers for callers that accept it, so that a page of the dashboard loads with a few kilobytes. */
import { send, type Answer, type Served } from '@sluice/http';
import type { Request } from 'express';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** Below this, an answer fits into one packet anyway. */
const LEAST_CHARACTERS = 1_500;
const compress = promisify(gzip);

/** The answer, or what sends it compressed. */
export function compressed(request: Request, answer: Answer): Served {
  if (answer.body.length < LEAST_CHARACTERS || request.acceptsEncodings('gzip') !== 'gzip') return answer;
  return async (response) => {
    const body = await compress(answer.body);
    response.vary('Accept-Encoding');
    send(response, { ...answer, body, headers: { ...answer.headers, 'Content-Encoding': 'gzip' } });
  };
}
