/** TikTok's Events API. Refusals have HTTP status 200; the code in the body decides. */
import { isIP } from 'node:net';
import { everyHash } from './hashed.js';
import { asObject, asText, jsonObject } from '../sink-request.js';
import type { Judge, SinkAnswer } from '../sink-request.js';

const hashedKeys = ['email', 'phone', 'external_id', 'first_name', 'last_name', 'zip_code'];
const sources = new Set(['web', 'app', 'offline', 'crm']);
const oldestSeconds = 7 * 24 * 3600;
const earliestSeconds = 600;
const maxEvents = 1_000;

/** Answers as `POST /open_api/v1.3/event/track/` does. */
export const judgeTiktokEvents: Judge = ({ headers, body, receivedAt }) => {
  if (asText(headers['access-token']) === undefined)
    return answer(40105, 'Access token is incorrect or has been revoked.');
  const payload = jsonObject(body);
  if (payload === undefined) return answer(40002, 'Invalid JSON body');
  if (!sources.has(String(payload['event_source'])))
    return answer(40002, 'event_source: not one of web, app, offline, crm');
  if (asText(payload['event_source_id']) === undefined)
    return answer(40002, 'event_source_id: Missing data for required field.');
  const events = payload['data'];
  if (!Array.isArray(events) || events.length === 0)
    return answer(40002, 'data: Missing data for required field.');
  if (events.length > maxEvents) return answer(40002, 'data: too many events');
  if (asText(payload['test_event_code']) !== undefined && events.length > 1) {
    return answer(40002, 'data: test events come one at a time');
  }
  for (const event of events) {
    const problem = problemOf(asObject(event) ?? {}, receivedAt.getTime() / 1000);
    if (problem !== undefined) return answer(40002, problem);
  }
  return answer(0, 'OK');
};

function problemOf(event: Readonly<Record<string, unknown>>, nowSeconds: number): string | undefined {
  const time = event['event_time'];
  if (asText(event['event']) === undefined) return 'data.event: Missing data for required field.';
  if (typeof time !== 'number' || !Number.isInteger(time)) return 'data.event_time: Not a valid integer.';
  if (time < nowSeconds - oldestSeconds) return 'data.event_time: too old';
  if (time > nowSeconds + earliestSeconds) return 'data.event_time: in the future';
  const user = asObject(event['user']);
  if (user === undefined || Object.keys(user).length === 0)
    return 'data.user: at least one identifier is required';
  const unhashed = hashedKeys.find((key) => !everyHash(user[key]));
  if (unhashed !== undefined) return `data.user.${unhashed}: must be hashed with SHA-256`;
  const { ip } = user;
  if (ip !== undefined && (typeof ip !== 'string' || isIP(ip) === 0))
    return 'data.user.ip: Not a valid IP address.';
  const page = asObject(event['page'])?.['url'];
  const isPage = page === undefined || (typeof page === 'string' && URL.canParse(page));
  return isPage ? undefined : 'data.page.url: Not a valid URL.';
}

function answer(code: number, message: string): SinkAnswer {
  return { status: 200, body: { code, message, request_id: '20260101000000000000000000000000', data: {} } };
}
