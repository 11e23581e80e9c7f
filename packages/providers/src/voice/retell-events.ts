/** Retell's events: signed with the account's key over the exact bytes and a time. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { VoiceCall } from '@sluice/contracts';
import type { HookSignature } from '../hook-signature.js';
import { readObject } from '../read-json.js';
import { readCall } from './read-call.js';

/** An event about a call; `ignored` for kinds that change nothing here. */
export type VoiceEvent =
  | { readonly kind: 'ended' | 'analyzed'; readonly call: VoiceCall }
  | { readonly kind: 'ignored' };

/** Older and newer signatures are refused. */
const TOLERANCE_MS = 300_000;

/** Whether a call bears a signature of Retell's form and of these minutes, whoever made it. */
export function looksSignedByRetell(signature: HookSignature): boolean {
  return signatureOf(signature) !== undefined;
}

/** Whether the account that has this key sent these bytes within the last minutes. */
export function isGenuineRetell(
  { rawBody, ...request }: HookSignature & { readonly rawBody: Buffer },
  apiKey: string,
): boolean {
  const signed = signatureOf(request);
  if (apiKey === '' || !signed) return false;
  const expected = createHmac('sha256', apiKey).update(rawBody).update(signed.time).digest();
  return timingSafeEqual(expected, Buffer.from(signed.digest, 'hex'));
}

function signatureOf({ headers, receivedAt }: HookSignature) {
  const signature = (headers['x-retell-signature'] ?? '').trim();
  const [, time, digest] = /^v=(\d{1,15}),d=([0-9a-f]{64})$/i.exec(signature) ?? [];
  if (time === undefined || digest === undefined) return undefined;
  return Math.abs(receivedAt.getTime() - Number(time)) > TOLERANCE_MS ? undefined : { time, digest };
}

/** Reads the text of an event. */
export function readRetellEvent(body: string): VoiceEvent {
  const { event, call: told } = readObject(body);
  const call = readCall(told);
  if (!call) return { kind: 'ignored' };
  if (event === 'call_ended') return { kind: 'ended', call: { ...call, isOver: true } };
  return event === 'call_analyzed'
    ? { kind: 'analyzed', call: { ...call, isOver: true } }
    : { kind: 'ignored' };
}
