import fc from 'fast-check';
import { pixelEventId } from './pixel-event-id.js';

describe('pixelEventId', () => {
  it('is equal for equal occasions and different for different ones', () => {
    const occasion = fc.tuple(fc.string(), fc.string(), fc.string());
    fc.assert(
      fc.property(occasion, occasion, (a, b) => {
        const same = a.every((part, index) => part === b[index]);
        expect(pixelEventId(...a) === pixelEventId(...b)).toBe(same);
      }),
    );
    expect(pixelEventId('ab', 'c', 'd')).not.toBe(pixelEventId('a', 'bc', 'd'));
  });
});
