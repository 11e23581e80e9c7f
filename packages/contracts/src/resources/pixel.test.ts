import { firePixelInputSchema } from './pixel.js';
import { readBody } from './read-body.js';

const least = { leadId: 'lead_1', pixelId: '123', platform: 'tiktok', eventName: 'SubmitForm' };

describe('firing a pixel', () => {
  it('is system_generated unless said otherwise', () => {
    expect(firePixelInputSchema.parse(least)).toEqual({ ...least, actionSource: 'system_generated' });
  });

  it.each(['website', 'phone_call', 'chat', 'system_generated'])('may come from %s', (actionSource) => {
    expect(firePixelInputSchema.parse({ ...least, actionSource }).actionSource).toBe(actionSource);
  });

  it('knows meta as facebook', () => {
    expect(firePixelInputSchema.parse({ ...least, platform: 'meta' }).platform).toBe('facebook');
  });

  it.each<[Record<string, unknown>, string]>([
    [{ platform: 'print' }, 'platform: must be one of facebook, tiktok'],
    [{ actionSource: 'dream' }, 'actionSource: must be one of website, phone_call, chat, system_generated'],
    [{ eventValue: '5' }, 'eventValue: must be a number'],
    [{ currency: 'DOLLAR' }, 'currency: must be an ISO 4217 currency code'],
    [{ pixelId: '' }, 'pixelId: must not be empty'],
    [{ eventName: undefined }, 'eventName: is required'],
    [{ testEventCode: '' }, 'testEventCode: must not be empty'],
  ])('refuses %j', (fields, problem) => {
    expect(readBody(firePixelInputSchema, { ...least, ...fields })).toEqual({
      kind: 'invalid',
      problems: [problem],
    });
  });
});
