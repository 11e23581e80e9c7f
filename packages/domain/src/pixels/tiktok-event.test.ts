import type { PixelOrder } from '@sluice/contracts';
import { sha256 } from '../sha256.js';
import { tiktokEvent } from './tiktok-event.js';

const now = new Date('2026-03-08T12:00:00Z');
const order: PixelOrder = {
  platform: 'tiktok',
  pixelId: 'C4ABCDEF1234567890AB',
  eventName: 'SubmitForm',
  eventId: 'id1',
  at: '2026-03-08T11:59:59.999Z',
  actionSource: 'system_generated',
};
const data = {
  firstName: 'John',
  email: 'john_smith@gmail.com',
  phone: '+16505551212',
  country: 'US',
  address: { city: 'Menlo Park', state: 'CA', zip: '94025' },
  attribution: {
    ttclid: 'E.C.P_x',
    ttp: 'p1',
    ipAddress: '203.0.113.7',
    userAgent: 'UA',
    captureUrl: 'https://f.example',
  },
};

function request(more: Partial<PixelOrder> = {}, of: object = data) {
  const lead = { leadId: 'lead_1', data: of, createdAt: now };
  return tiktokEvent({ order: { ...order, ...more }, lead, accessToken: 'tok', now });
}

describe('tiktokEvent', () => {
  it('builds the request that the Events API documents', () => {
    expect(request({ value: 9.5, currency: 'EUR', testEventCode: 'TEST1' })).toEqual({
      kind: 'request',
      method: 'POST',
      path: '/open_api/v1.3/event/track/',
      query: {},
      headers: { 'Access-Token': 'tok', 'Content-Type': 'application/json' },
      body: {
        event_source: 'web',
        event_source_id: 'C4ABCDEF1234567890AB',
        test_event_code: 'TEST1',
        data: [
          {
            event: 'SubmitForm',
            event_time: 1_772_971_199,
            event_id: 'id1',
            user: {
              email: '62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f',
              phone: '1e231c66011e7a2d867a9cfae267a6aff103cf4913640b6e71a99850fc0ffbc8',
              external_id: sha256('lead_1'),
              first_name: sha256('john'),
              zip_code: sha256('94025'),
              city: 'Menlo Park',
              state: 'CA',
              country: 'US',
              ttclid: 'E.C.P_x',
              ttp: 'p1',
              ip: '203.0.113.7',
              user_agent: 'UA',
            },
            properties: { value: 9.5, currency: 'EUR' },
            page: { url: 'https://f.example' },
          },
        ],
      },
    });
  });

  it.each([
    ['California', 'US', 'CA'],
    ['Calif.', undefined, 'CA'],
    ['Île-de-France', 'FR', 'Île-de-France'],
  ])('names the state %s of %s as %s', (state, country, told) => {
    const { body } = request({}, { country, address: { state } });
    expect(body).toMatchObject({ data: [{ user: { state: told } }] });
  });

  it('omits what the lead does not have', () => {
    expect(request({}, {}).body).toEqual({
      event_source: 'web',
      event_source_id: 'C4ABCDEF1234567890AB',
      data: [
        {
          event: 'SubmitForm',
          event_time: 1_772_971_199,
          event_id: 'id1',
          user: { external_id: sha256('lead_1') },
        },
      ],
    });
  });

  it('includes the lead id for a CRM event set', () => {
    expect(request({ pixelId: '7190000000000000001' }).body).toMatchObject({
      event_source: 'crm',
      data: [{ lead: { lead_id: 'lead_1', lead_event_source: 'sluice' } }],
    });
  });
});
