import fc from 'fast-check';
import { anyCharacter } from '../../test/any-character.js';
import { mostMessageBytes, webhookMessage } from './webhook-message.js';

const story = {
  eventId: 'evt_1',
  event: 'lead.delivered',
  at: new Date('2026-03-01T12:00:00.123Z'),
  tenantId: 'demo',
  campaignId: 'ACMRU',
  leadId: 'lead_1',
  submissionId: 'sub_1',
} as const;

const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

describe('webhookMessage', () => {
  it('has exactly the members that the interface documents', () => {
    expect(webhookMessage({ ...story, data: { status: 'delivered' } })).toEqual({
      id: 'evt_1',
      type: 'lead.delivered',
      timestamp: '2026-03-01T12:00:00.123Z',
      tenantId: 'demo',
      campaignId: 'ACMRU',
      leadId: 'lead_1',
      submissionId: 'sub_1',
      data: { status: 'delivered' },
    });
  });

  it('omits the largest part of a large lead and says so', () => {
    const lead = {
      email: 'a@b.example',
      questionnaire: { story: 'ü'.repeat(30_000) },
      attribution: { a: 'x'.repeat(300) },
    };
    const message = webhookMessage({ ...story, data: { status: 'delivered', lead } });
    expect(message.data).toEqual({
      status: 'delivered',
      lead: { email: 'a@b.example', attribution: lead.attribution },
      omitted: ['lead.questionnaire'],
    });
    expect(bytes(message)).toBeLessThan(mostMessageBytes);
  });

  it('never exceeds its size bound, and leaves a message below it unchanged', () => {
    // A short text of any characters, repeated: only its length in bytes matters, and to draw every single character of a
    // long one takes far longer than what is tested.
    const text = fc
      .tuple(fc.string({ unit: anyCharacter, minLength: 1 }), fc.nat({ max: 30_000 }))
      .map(([part, length]) => part.repeat(Math.ceil(length / part.length)).slice(0, length));
    const value = fc.oneof(text, fc.jsonValue());
    const data = fc.dictionary(
      fc.oneof(fc.string(), fc.constant('lead')),
      fc.oneof(value, fc.dictionary(fc.string(), value)),
    );
    fc.assert(
      fc.property(data, (given) => {
        const message = webhookMessage({ ...story, data: given });
        expect(bytes(message)).toBeLessThanOrEqual(mostMessageBytes);
        if (bytes({ ...message, data: given }) <= mostMessageBytes) expect(message.data).toEqual(given);
      }),
      { numRuns: 50 },
    );
  });
});
