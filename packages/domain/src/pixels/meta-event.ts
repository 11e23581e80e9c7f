/** Events for the Meta Conversions API (`platform: facebook`, §4.4). */
import type { PixelOrder } from '@sluice/contracts';
import { withoutUndefined } from '../lead/without-undefined.js';
import { trackingOf, type Tracking } from '../lead/tracking.js';
import {
  hashed,
  spelledCity,
  spelledEmail,
  spelledName,
  spelledPhone,
  spelledState,
  spelledZip,
} from './hashing.js';
import { personInEvent, unchanged, type PersonInEvent } from './person-in-event.js';
import {
  eventTimeSeconds,
  moneyOf,
  type PixelEventSources,
  type PixelRequest,
  type Unsendable,
} from './pixel-request.js';

/** The inputs of a Meta event. */
export interface MetaEventSources extends PixelEventSources {
  /** E.g. `v24.0`. */
  readonly apiVersion: string;
}

// The API refuses the whole request if one event is older than seven days; a minute is reserved for the transfer.
const mostAgeMs = 7 * 86_400_000 - 60_000;

/** Builds the request that carries one event. An event older than seven days cannot be sent. */
export function metaEvent(sources: MetaEventSources): PixelRequest | Unsendable {
  const { order, lead, accessToken, apiVersion, now } = sources;
  if (now.getTime() - Date.parse(order.at) > mostAgeMs)
    return { kind: 'unsendable', reason: 'event_too_old' };
  const tracking = trackingOf(lead.data);
  const event = withoutUndefined({
    event_name: order.eventName,
    event_time: eventTimeSeconds(order, now),
    event_id: order.eventId,
    action_source: actionSourceOf(order, tracking),
    event_source_url: tracking.captureUrl,
    user_data: personInEvent(person, lead, tracking),
    custom_data: moneyOf(order),
  });
  return {
    kind: 'request',
    method: 'POST',
    path: `/${apiVersion}/${encodeURIComponent(order.pixelId)}/events`,
    query: { access_token: accessToken },
    headers: { 'Content-Type': 'application/json' },
    body: withoutUndefined({ data: [event], test_event_code: order.testEventCode }),
  };
}

// A website event without browser and page is refused; sent as an event of our own system it still counts.
function actionSourceOf({ actionSource }: PixelOrder, { userAgent, captureUrl }: Tracking): string {
  const complete = userAgent !== undefined && captureUrl !== undefined;
  return actionSource === 'website' && !complete ? 'system_generated' : actionSource;
}

const person: PersonInEvent<'facebook'> = {
  email: ['em', (email) => hashed(spelledEmail(email))],
  phone: ['ph', (_phone, { data }) => hashed(spelledPhone(data)?.replace(/\D/g, '').replace(/^0+/, ''))],
  firstName: ['fn', (name) => hashed(spelledName(name))],
  lastName: ['ln', (name) => hashed(spelledName(name))],
  dateOfBirth: ['db', (date) => hashed(date.replace(/\D/g, ''))],
  city: ['ct', (city) => hashed(spelledCity(city))],
  state: ['st', (state, { data }) => hashed(spelledState(state, data.country))],
  zip: ['zp', (zip, { data }) => hashed(spelledZip(zip, data.country))],
  country: ['country', (country) => hashed(country.toLowerCase())],
  leadId: ['external_id', hashed],
  ipAddress: ['client_ip_address', unchanged],
  userAgent: ['client_user_agent', unchanged],
  fbclid: ['fbc', (fbclid, { createdAt }) => clickCookie(fbclid, createdAt)],
  fbc: ['fbc', unchanged],
  fbp: ['fbp', unchanged],
};

// The cookie that the platform's own script would have stored; the click id is case-sensitive and must stay unchanged.
function clickCookie(fbclid: string, clickedAt: Date): string {
  return `fb.1.${clickedAt.getTime()}.${fbclid}`;
}
