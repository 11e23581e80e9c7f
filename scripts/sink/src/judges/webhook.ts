/** A receiver of Standard Webhooks. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { jsonObject } from '../sink-request.js';
import type { Judge, SinkRequest } from '../sink-request.js';

const toleranceSeconds = 300;
const signatureList = /^v1,[A-Za-z0-9+/]{43}=(?: v1,[A-Za-z0-9+/]{43}=)*$/;

/**
 * Answers 204 to a well-formed message, 400 to a malformed one and 401 to a wrong signature. Without a secret it checks
 * only the form. A call with none of the three headers is a webhook of another form and is accepted.
 */
export function webhookJudge(secret?: string): Judge {
  return (request) => {
    const problem = problemOf(request, secret);
    return problem === undefined
      ? { status: 204 }
      : { status: problem.status, body: { error: problem.error } };
  };
}

function problemOf({ headers, body, receivedAt }: SinkRequest, secret?: string) {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  const signatures = headers['webhook-signature'];
  if (secret === undefined && id === undefined && timestamp === undefined && signatures === undefined)
    return undefined;
  if (id === undefined || id === '' || id.includes('.')) return { status: 400, error: 'webhook-id' };
  if (timestamp === undefined || !/^\d{10}$/.test(timestamp))
    return { status: 400, error: 'webhook-timestamp' };
  const ageSeconds = receivedAt.getTime() / 1000 - Number(timestamp);
  if (Math.abs(ageSeconds) > toleranceSeconds)
    return { status: 400, error: 'webhook-timestamp is too far from now' };
  if (signatures === undefined || !signatureList.test(signatures))
    return { status: 400, error: 'webhook-signature' };
  if (jsonObject(body) === undefined) return { status: 400, error: 'body is not a JSON object' };
  if (secret === undefined) return undefined;
  const expected = signatureOf(secret, `${id}.${timestamp}.${body}`);
  const signed = signatures.split(' ').some((signature) => sameText(signature, expected));
  return signed ? undefined : { status: 401, error: 'no signature matches' };
}

function signatureOf(secret: string, content: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}

function sameText(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right));
}
