import type { PixelOrder } from '@sluice/contracts';
import { sha256 } from '../sha256.js';
import { metaEvent } from './meta-event.js';
import type { PixelLead } from './pixel-request.js';

const now = new Date('2026-03-08T12:00:00.900Z');
const order: PixelOrder = {
  platform: 'facebook',
  pixelId: '1234567890',
  eventName: 'Lead',
  eventId: 'id1',
  at: '2026-03-08T11:59:59.999Z',
  actionSource: 'website',
};
const lead: PixelLead = {
  leadId: 'lead_1',
  createdAt: new Date(1_770_000_000_123),
  data: {
    firstName: 'John',
    lastName: "O'Smith",
    email: 'john_smith@gmail.com',
    phone: '+16505551212',
    dateOfBirth: '1984-05-17',
    country: 'US',
    address: { city: 'Menlo Park', state: 'California', zip: '94025-1234' },
    attribution: {
      ipAddress: '203.0.113.7',
      userAgent: 'Mozilla/5.0',
      captureUrl: 'https://forms.example/x?y=1',
      params: { fbclid: 'IwAR_CaSe' },
      fbp: 'fb.1.1.2',
    },
  },
};

function event(more: Partial<PixelOrder> = {}, data = lead.data) {
  const request = metaEvent({
    order: { ...order, ...more },
    lead: { ...lead, data },
    accessToken: 'tok',
    apiVersion: 'v24.0',
    now,
  });
  if (request.kind === 'unsendable') throw new Error(request.reason);
  return request;
}

const only = (request: ReturnType<typeof event>) =>
  (request.body['data'] as Record<string, unknown>[])[0] ?? {};

describe('metaEvent', () => {
  it('builds the request that the Conversions API documents', () => {
    expect(event({ value: 250 })).toEqual({
      kind: 'request',
      method: 'POST',
      path: '/v24.0/1234567890/events',
      query: { access_token: 'tok' },
      headers: { 'Content-Type': 'application/json' },
      body: {
        data: [
          {
            event_name: 'Lead',
            event_time: 1_772_971_199,
            event_id: 'id1',
            action_source: 'website',
            event_source_url: 'https://forms.example/x?y=1',
            user_data: {
              em: '62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f',
              ph: 'e323ec626319ca94ee8bff2e4c87cf613be6ea19919ed1364124e16807ab3176',
              fn: sha256('john'),
              ln: sha256('osmith'),
              db: sha256('19840517'),
              ct: sha256('menlopark'),
              st: sha256('ca'),
              zp: sha256('94025'),
              country: sha256('us'),
              external_id: sha256('lead_1'),
              client_ip_address: '203.0.113.7',
              client_user_agent: 'Mozilla/5.0',
              fbc: 'fb.1.1770000000123.IwAR_CaSe',
              fbp: 'fb.1.1.2',
            },
            custom_data: { value: 250, currency: 'USD' },
          },
        ],
      },
    });
  });

  it('omits what the lead does not have', () => {
    const bare = only(event({ actionSource: 'phone_call' }, {}));
    expect(bare).toEqual({
      event_name: 'Lead',
      event_time: 1_772_971_199,
      event_id: 'id1',
      action_source: 'phone_call',
      user_data: { external_id: sha256('lead_1') },
    });
  });

  it('prefers the click cookie of the browser', () => {
    const cookie = { ...lead.data, attribution: { fbc: 'fb.1.5.Own', fbclid: 'Other' } };
    expect(only(event({}, cookie))).toMatchObject({ user_data: { fbc: 'fb.1.5.Own' } });
  });

  it.each([{ captureUrl: 'https://a.example' }, { userAgent: 'Mozilla/5.0' }, {}])(
    'builds no website event from %j alone, which Meta would refuse',
    (attribution) => {
      expect(only(event({}, { attribution }))).toMatchObject({ action_source: 'system_generated' });
    },
  );

  it('includes the test event code, and the currency of its value', () => {
    const request = event({ testEventCode: 'TEST1', value: 0, currency: 'EUR' });
    expect(request.body).toMatchObject({ test_event_code: 'TEST1' });
    expect(only(request)).toMatchObject({ custom_data: { value: 0, currency: 'EUR' } });
  });

  it('has a time that is never in the future, and is not built after seven days', () => {
    expect(only(event({ at: '2026-03-08T12:05:00.000Z' }))).toMatchObject({
      event_time: Math.floor(now.getTime() / 1_000),
    });
    expect(() => event({ at: '2026-03-01T12:02:00.000Z' })).not.toThrow();
    expect(() => event({ at: '2026-03-01T12:00:30.000Z' })).toThrow('event_too_old');
  });

  it('omits an invalid URL, and keeps a pixel id inside its path segment', () => {
    expect(only(event({}, { attribution: { ipAddress: 'unknown' } }))).not.toHaveProperty(
      'user_data.client_ip_address',
    );
    expect(only(event({}, { attribution: { ipAddress: '2001:db8::1' } }))).toHaveProperty(
      'user_data.client_ip_address',
    );
    expect(event({ pixelId: '../me?x=' }).path).toBe('/v24.0/..%2Fme%3Fx%3D/events');
  });
});
