import fc from 'fast-check';
import { inboundText } from './inbound-text.js';

const url = 'https://media.example/1';

describe('inboundText', () => {
  it.each([
    ['', [{ url, contentType: 'image/jpeg' }], '[1 media attachment: image/jpeg]'],
    [
      ' \u200b',
      [{ url, contentType: 'image/jpeg' }, { contentType: 'video/mp4' }],
      '[2 media attachments: image/jpeg, video/mp4]',
    ],
    ['', [{ url }], '[1 media attachment]'],
    ['', [{ url }, { contentType: 'text/vcard' }], '[2 media attachments: text/vcard]'],
    ['Look', [{ url, contentType: 'image/png' }], 'Look\n[1 media attachment: image/png]'],
    ['Look', [], 'Look'],
    ['', [], ''],
  ])('shows %j with %j as %j', (written, media, shown) => expect(inboundText(written, media)).toBe(shown));

  it('keeps what was written, and is never empty when something was attached', () => {
    const media = fc.array(fc.record({ url: fc.webUrl() }), { minLength: 1 });
    fc.assert(
      fc.property(fc.string(), media, (written, attached) => {
        const shown = inboundText(written, attached);
        expect(shown.startsWith(written.trim() === '' ? '[' : written)).toBe(true);
        expect(shown).toContain(`${attached.length} media attachment`);
      }),
    );
  });
});
