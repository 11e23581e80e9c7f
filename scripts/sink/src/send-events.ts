/** Has the played vendors send events to a hook, in the order and as often as a test wants. */
import { asObject, asText } from './sink-request.js';
import type { JsonObject } from './sink-request.js';

/** One event of a vendor. */
export interface EventToSend {
  /** The vendor's name for it, such as `form.completed` or `call_ended`. */
  readonly event: string;
  /** What it is about: DocuSeal's `external_id` or submitter id; Retell's `call_id` or a value of the call's metadata. */
  readonly of: string | number;
  /** Fields that the event's `data` or `call` has instead of the vendor's own. */
  readonly with?: JsonObject | undefined;
}

/** Events to send, one after the other. */
export interface EventOrder {
  readonly vendor: keyof EventVendors;
  /** The hook's URL. */
  readonly url: string;
  /** In the order in which they are sent. */
  readonly events: readonly EventToSend[];
  /** How often each is sent; default once. A repeat is the same event, signed anew. */
  readonly times?: number | undefined;
  /** The key that signs: DocuSeal's `whsec_…`, or Retell's API key. Without it there is no signature. */
  readonly secret?: string | undefined;
  /** The age that the signature has on arrival; default 0. */
  readonly ageSeconds?: number | undefined;
  /** More headers, such as the one that a customer of DocuSeal chooses for its secret. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** How the hook answered one event; the status is 0 if it did not. */
export interface EventAnswer {
  readonly event: string;
  readonly status: number;
}

/** A vendor that sends events. */
export interface EventVendor {
  /** Makes the event happen and returns the body that reports it. An unknown subject is reported all the same. */
  report(event: EventToSend): JsonObject;
  /** The headers that sign a body. */
  sign(secret: string, rawBody: string, signedAt: Date): Readonly<Record<string, string>>;
}

/** The vendors that send events, by name. */
export interface EventVendors {
  readonly docuseal: EventVendor;
  readonly retell: EventVendor;
}

/** Sends each event `times` times. Resolves when all are answered. */
export async function sendEvents(vendors: EventVendors, order: EventOrder): Promise<EventAnswer[]> {
  const { url, events, times = 1, secret, ageSeconds = 0, headers } = order;
  const vendor = vendors[order.vendor];
  const answers: EventAnswer[] = [];
  for (const event of events) {
    const body = JSON.stringify(vendor.report(event));
    for (let sent = 0; sent < times; sent += 1) {
      const signedAt = new Date(Date.now() - ageSeconds * 1_000);
      const signature = secret === undefined ? {} : vendor.sign(secret, body, signedAt);
      const all = { 'Content-Type': 'application/json', ...headers, ...signature };
      answers.push({ event: event.event, status: await post(url, all, body) });
    }
  }
  return answers;
}

async function post(url: string, headers: Record<string, string>, body: string): Promise<number> {
  try {
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual' });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

/** Reads an order from a request's body. Returns a text describing the problem if it is invalid. */
export function readEventOrder(value: unknown): EventOrder | string {
  const order = asObject(value);
  if (order === undefined) return 'must be a JSON object';
  const { vendor, url, events, times, secret, ageSeconds, headers } = order;
  if (vendor !== 'docuseal' && vendor !== 'retell') return 'vendor: must be docuseal or retell';
  if (typeof url !== 'string' || !URL.canParse(url)) return 'url: must be a URL';
  if (!Array.isArray(events) || !events.every(isEvent)) return 'events: must be a list of { event, of }';
  if (times !== undefined && !(Number.isInteger(times) && Number(times) >= 1))
    return 'times: must be at least 1';
  if (secret !== undefined && asText(secret) === undefined) return 'secret: must be text';
  if (ageSeconds !== undefined && typeof ageSeconds !== 'number') return 'ageSeconds: must be a number';
  if (headers !== undefined && asObject(headers) === undefined) return 'headers: must be an object';
  return order as unknown as EventOrder;
}

function isEvent(value: unknown): boolean {
  const event = asObject(value);
  const of = event?.['of'];
  return asText(event?.['event']) !== undefined && (typeof of === 'number' || asText(of) !== undefined);
}
