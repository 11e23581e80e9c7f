import { z } from 'zod';
import { spelled } from './spelled-enum.js';

describe('an enum with several spellings', () => {
  const schema = spelled(['voice_ai', 'greater_than_or_equal', 'AND', 'next'], { next_priority: 'next' });

  it.each([
    ['voice_ai', 'voice_ai'],
    ['voiceAI', 'voice_ai'],
    ['VoiceAi', 'voice_ai'],
    ['VOICE_AI', 'voice_ai'],
    ['voice-ai', 'voice_ai'],
    [' Voice  AI ', 'voice_ai'],
    ['greaterThanOrEqual', 'greater_than_or_equal'],
    ['Greater than or equal', 'greater_than_or_equal'],
    ['and', 'AND'],
    ['nextPriority', 'next'],
    ['next priority', 'next'],
  ])('reads %p as %p', (sent, canonical) => {
    expect(schema.parse(sent)).toBe(canonical);
  });

  it.each(['', 'voice', 'voice_ai_', 'constructor', 'toString', 1, null, {}, ['AND']])(
    'refuses %p',
    (sent) => {
      expect(schema.safeParse(sent).success).toBe(false);
    },
  );

  it('is required unless made optional, and may have a default', () => {
    const object = z.object({ must: schema, may: schema.optional(), has: schema.default('AND') });
    expect(object.safeParse({}).success).toBe(false);
    expect(object.parse({ must: 'voiceAi' })).toEqual({ must: 'voice_ai', has: 'AND' });
  });
});
