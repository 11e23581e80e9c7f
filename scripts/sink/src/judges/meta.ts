/** Meta's Conversions API: which events it accepts, and its errors for all others. */
import { isIP } from 'node:net';
import { everyHash } from './hashed.js';
import { asObject, asText, jsonObject } from '../sink-request.js';
import type { Judge, SinkAnswer } from '../sink-request.js';

const hashedKeys = ['em', 'ph', 'fn', 'ln', 'db', 'ge', 'ct', 'st', 'zp', 'country'];
const actionSources = new Set([
  'website',
  'phone_call',
  'chat',
  'email',
  'system_generated',
  'physical_store',
  'app',
  'business_messaging',
  'other',
]);
const oldestSeconds = 7 * 24 * 3600;
const earliestSeconds = 60;
const maxEvents = 1_000;
const traceId = 'AbCdEfGhIjKlMnOpQrStUvW';

/** Answers as the Graph API does to `POST /v{N}/{pixelId}/events`. One bad event makes it refuse the whole request. */
export const judgeMetaEvents: Judge = ({ query, body, receivedAt }) => {
  const payload = jsonObject(body);
  const token = query.get('access_token') ?? asText(payload?.['access_token']);
  if (token === undefined || token === '')
    return refused('Invalid OAuth access token.', 190, 'OAuthException');
  const events = payload?.['data'];
  if (!Array.isArray(events) || events.length === 0) return invalid('The parameter data is required');
  if (events.length > maxEvents) return invalid('Too many events in one request');
  for (const event of events) {
    const problem = problemOf(asObject(event) ?? {}, receivedAt.getTime() / 1000);
    if (problem !== undefined) return problem;
  }
  return { status: 200, body: { events_received: events.length, messages: [], fbtrace_id: traceId } };
};

function problemOf(event: Readonly<Record<string, unknown>>, nowSeconds: number): SinkAnswer | undefined {
  const { event_name: name, event_time: time, action_source: source } = event;
  if (asText(name) === undefined) return invalid('event_name is required');
  if (typeof time !== 'number' || !Number.isInteger(time))
    return invalid('event_time must be a unix timestamp in seconds');
  if (time < nowSeconds - oldestSeconds) return invalid('Event Timestamp Too Old', 2804003);
  if (time > nowSeconds + earliestSeconds) return invalid('Event Timestamp In The Future', 2804004);
  if (typeof source !== 'string' || !actionSources.has(source))
    return invalid('action_source is not one of the known ones');
  const user = asObject(event['user_data']);
  if (user === undefined || Object.keys(user).length === 0) return invalid('user_data is required', 2804050);
  if (source === 'website' && asText(user['client_user_agent']) === undefined) {
    return invalid('client_user_agent is required for website events');
  }
  if (source === 'website' && asText(event['event_source_url']) === undefined) {
    return invalid('event_source_url is required for website events');
  }
  const unhashed = hashedKeys.find((key) => !everyHash(user[key]));
  if (unhashed !== undefined) return invalid(`${unhashed} must be hashed with SHA-256`);
  return trackingProblem(event, user);
}

const clickCookie = /^fb\.\d+\.\d+\.[^\s{}]+$/;
const browserCookie = /^fb\.\d+\.\d+\.\d+/;

// One value that cannot be right costs the whole request.
function trackingProblem(
  { event_source_url: page }: Readonly<Record<string, unknown>>,
  { fbc, fbp, client_ip_address: address }: Readonly<Record<string, unknown>>,
): SinkAnswer | undefined {
  const wrong = (value: unknown, isRight: (text: string) => boolean) =>
    value !== undefined && !(typeof value === 'string' && isRight(value));
  if (wrong(fbc, (text) => clickCookie.test(text))) return invalid('Click ID Incorrectly Formatted', 2804001);
  if (wrong(fbp, (text) => browserCookie.test(text))) return invalid('fbp is not formatted correctly');
  if (wrong(address, (text) => isIP(text) !== 0)) return invalid('client_ip_address is not an IP address');
  return wrong(page, (text) => URL.canParse(text)) ? invalid('event_source_url is not a URL') : undefined;
}

function invalid(detail: string, subcode?: number): SinkAnswer {
  return refused('Invalid parameter', 100, 'OAuthException', { subcode, detail });
}

function refused(
  message: string,
  code: number,
  type: string,
  { subcode, detail }: { subcode?: number | undefined; detail?: string } = {},
): SinkAnswer {
  const error = {
    message,
    type,
    code,
    error_subcode: subcode,
    is_transient: false,
    ...(detail === undefined ? {} : { error_user_title: detail, error_user_msg: detail }),
    fbtrace_id: traceId,
  };
  return { status: code === 190 ? 401 : 400, body: { error } };
}
