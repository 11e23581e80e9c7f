/** A webhook's body: small enough for every receiver, whatever a lead contains (Standard Webhooks 1.0.0). */
import { isObject, type WebhookEvent, type WebhookMessage } from '@sluice/contracts';

/** The maximum size of a message on the wire, in bytes. */
export const mostMessageBytes = 20_000;

/** The content of a message. */
export interface WebhookStory {
  readonly eventId: string;
  readonly event: WebhookEvent;
  /** When it happened. */
  readonly at: Date;
  readonly tenantId: string;
  readonly campaignId: string;
  readonly leadId: string;
  readonly submissionId: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Returns the body of an event, under 20 kB as JSON. If it would be larger, the largest members of `data` (and of
 * `data.lead`) are left out, and `data.omitted` names them.
 */
export function webhookMessage(story: WebhookStory): WebhookMessage {
  const { eventId, event, at, tenantId, campaignId, leadId, submissionId } = story;
  const about = {
    id: eventId,
    type: event,
    timestamp: at.toISOString(),
    tenantId,
    campaignId,
    leadId,
    submissionId,
  };
  let message: WebhookMessage = { ...about, data: story.data };
  if (fits(message)) return message;
  const omitted: string[] = [];
  for (const path of largestFirst(story.data)) {
    omitted.push(path.join('.'));
    message = { ...about, data: { ...without(message.data, path), omitted } };
    if (fits(message)) return message;
  }
  return { ...about, data: { omitted: ['data'] } };
}

function fits(message: WebhookMessage): boolean {
  return bytesOf(message) <= mostMessageBytes;
}

type Path = readonly [string] | readonly [string, string];
type Members = Readonly<Record<string, unknown>>;

// Members of the lead are left out before any member of the event itself.
function largestFirst(data: Members): Path[] {
  const paths = (members: Members, at: (name: string) => Path) =>
    Object.entries(members)
      .map(([name, value]) => ({ path: at(name), bytes: bytesOf(value) }))
      .sort((a, b) => b.bytes - a.bytes)
      .map(({ path }) => path);
  const lead = data['lead'];
  return [...(isObject(lead) ? paths(lead, (name) => ['lead', name]) : []), ...paths(data, (name) => [name])];
}

function without(data: Members, [name, inner]: Path): Members {
  const { [name]: value, ...rest } = data;
  if (inner === undefined || !isObject(value)) return rest;
  const { [inner]: _dropped, ...kept } = value;
  return { ...rest, [name]: kept };
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '');
}
