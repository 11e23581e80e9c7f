/** Events for the TikTok Events API 2.0 (`platform: tiktok`, §4.4). */
import { trackingOf } from '../lead/tracking.js';
import { stateCode } from '../lead/state-code.js';
import { withoutUndefined } from '../lead/without-undefined.js';
import { hashed, spelledEmail, spelledName, spelledPhone, spelledZip } from './hashing.js';
import { personInEvent, unchanged, type PersonInEvent } from './person-in-event.js';
import { eventTimeSeconds, moneyOf, type PixelEventSources, type PixelRequest } from './pixel-request.js';

/** Builds the request that carries one event. */
export function tiktokEvent({ order, lead, accessToken, now }: PixelEventSources): PixelRequest {
  const tracking = trackingOf(lead.data);
  const source = eventSourceOf(order.pixelId);
  const event = withoutUndefined({
    event: order.eventName,
    event_time: eventTimeSeconds(order, now),
    event_id: order.eventId,
    user: personInEvent(person, lead, tracking),
    properties: moneyOf(order),
    page: tracking.captureUrl === undefined ? undefined : { url: tracking.captureUrl },
    lead: source === 'crm' ? { lead_id: lead.leadId, lead_event_source: 'sluice' } : undefined,
  });
  return {
    kind: 'request',
    method: 'POST',
    path: '/open_api/v1.3/event/track/',
    query: {},
    headers: { 'Access-Token': accessToken, 'Content-Type': 'application/json' },
    body: withoutUndefined({
      event_source: source,
      event_source_id: order.pixelId,
      test_event_code: order.testEventCode,
      data: [event],
    }),
  };
}

// Pixel codes contain letters; the event sets of CRM integrations are long numbers.
function eventSourceOf(pixelId: string): 'web' | 'crm' {
  return /^\d{16,}$/.test(pixelId) ? 'crm' : 'web';
}

const person: PersonInEvent<'tiktok'> = {
  email: ['email', (email) => hashed(spelledEmail(email))],
  // With its plus sign, unlike for Meta.
  phone: ['phone', (_phone, { data }) => hashed(spelledPhone(data))],
  leadId: ['external_id', hashed],
  firstName: ['first_name', (name) => hashed(spelledName(name))],
  lastName: ['last_name', (name) => hashed(spelledName(name))],
  zip: ['zip_code', (zip, { data }) => hashed(spelledZip(zip, data.country))],
  city: ['city', unchanged],
  state: ['state', (state, { data }) => stateCode(state, data.country) ?? state],
  country: ['country', unchanged],
  ttclid: ['ttclid', unchanged],
  ttp: ['ttp', unchanged],
  ipAddress: ['ip', unchanged],
  userAgent: ['user_agent', unchanged],
};
