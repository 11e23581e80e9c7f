/** Events for the TikTok Events API 2.0 (`platform: tiktok`, §4.4). */
import { trackingOf, type Tracking } from '../lead/tracking.js';
import { withoutUndefined } from '../lead/without-undefined.js';
import { hashed, spelledEmail, spelledName, spelledPhone, spelledZip } from './hashing.js';
import {
  eventTimeSeconds,
  moneyOf,
  type PixelEventSources,
  type PixelLead,
  type PixelRequest,
} from './pixel-request.js';

/** Builds the request that carries one event. */
export function tiktokEvent({ order, lead, accessToken, now }: PixelEventSources): PixelRequest {
  const tracking = trackingOf(lead.data);
  const source = eventSourceOf(order.pixelId);
  const event = withoutUndefined({
    event: order.eventName,
    event_time: eventTimeSeconds(order, now),
    event_id: order.eventId,
    user: userOf(lead, tracking),
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

function userOf({ leadId, data }: PixelLead, tracking: Tracking) {
  const { firstName, lastName, email, country, address } = data;
  return withoutUndefined({
    email: hashed(spelledEmail(email)),
    // With its plus sign, unlike for Meta.
    phone: hashed(spelledPhone(data)),
    external_id: hashed(leadId),
    first_name: hashed(spelledName(firstName)),
    last_name: hashed(spelledName(lastName)),
    zip_code: hashed(spelledZip(address?.zip, country)),
    city: address?.city,
    state: address?.state,
    country,
    ttclid: tracking.ttclid,
    ttp: tracking.ttp,
    ip: tracking.ipAddress,
    user_agent: tracking.userAgent,
  });
}
