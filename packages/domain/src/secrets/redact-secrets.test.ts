import fc from 'fast-check';
import { escapeJson, escapeXml } from '../text/escape.js';
import { redactSecrets } from './redact-secrets.js';

describe('an answer that quotes a secret', () => {
  it('contains none of its forms afterwards', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 8, maxLength: 40 }), fc.string(), (secret, around) => {
        const redact = redactSecrets([secret]);
        for (const form of [secret, escapeJson(secret), escapeXml(secret), encodeURIComponent(secret)])
          expect(redact(`${around} ${form}`)).not.toContain(`${around} ${form}`);
      }),
    );
  });

  it('loses a short one only where it stands alone', () => {
    const redact = redactSecrets(['1234']);
    expect(redact('pin 1234, id 912345, "1234"')).toBe('pin ••••, id 912345, "••••"');
  });
});
