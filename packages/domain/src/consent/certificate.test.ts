/** Which addresses are certificates, so that the key goes nowhere else, and what an answer means. */
import { afterCheckCall } from '../checks/after-check-call.js';
import { certificateId, consentPatience, readConsent, recallConsent } from './certificate.js';

const id = 'a1b2C3-d4_e5';
const url = `https://cert.trustedform.com/${id}`;
const longest = 'x'.repeat(255);

it('an address of exactly the one form is a certificate', () => {
  expect(certificateId(url)).toBe(id);
  expect(certificateId(`https://cert.trustedform.com/${longest}`)).toBe(longest);
});

const spellings: readonly unknown[] = [
  ...[undefined, null, 5, true, {}, [url], '', ' ', id, `/${id}`],
  ...[
    `http://cert.trustedform.com/${id}`,
    `ftp://cert.trustedform.com/${id}`,
    `//cert.trustedform.com/${id}`,
  ],
  ...[
    `HTTPS://cert.trustedform.com/${id}`,
    `https://CERT.trustedform.com/${id}`,
    `https:/cert.trustedform.com/${id}`,
  ],
  ...[
    `https:cert.trustedform.com/${id}`,
    `https:\\\\cert.trustedform.com\\${id}`,
    `https://cert.trustedform.com\\${id}`,
  ],
  ...[
    `https://user@cert.trustedform.com/${id}`,
    `https://u:p@cert.trustedform.com/${id}`,
    `https://@cert.trustedform.com/${id}`,
  ],
  ...[`https://cert.trustedform.com@evil.example/${id}`, `https://evil.example/cert.trustedform.com/${id}`],
  ...[`https://cert.trustedform.com.evil.example/${id}`, `https://evil-cert.trustedform.com/${id}`],
  ...[
    `https://a.cert.trustedform.com/${id}`,
    `https://trustedform.com/${id}`,
    `https://cert.trustedform.com./${id}`,
  ],
  ...[
    `https://cert.trustedform.com:443/${id}`,
    `https://cert.trustedform.com:8443/${id}`,
    `https://cert.trustedform.com:/${id}`,
  ],
  ...[
    `https://cert%2Etrustedform.com/${id}`,
    `https://cert.trustedform.com/%61${id}`,
    `https://cert。trustedform。com/${id}`,
  ],
  ...[`https://ｃert.trustedform.com/${id}`, `https://cert.trustedform.com/${id}ａ`],
  ...[
    `${url}#x`,
    `${url}#`,
    `${url}?x=1`,
    `${url}?`,
    `${url}/`,
    `${url}/two`,
    `https://cert.trustedform.com//${id}`,
  ],
  ...['https://cert.trustedform.com/', 'https://cert.trustedform.com', 'https://cert.trustedform.com/..'],
  ...[
    `https://cert.trustedform.com/../${id}`,
    `${url};x`,
    ` ${url}`,
    `${url} `,
    `${url}\n`,
    `\t${url}`,
    `${url}\u0000`,
  ],
  ...[
    `https://cert.trustedform.com/${longest}x`,
    `javascript:${url}`,
    `https://127.0.0.1/${id}`,
    `https://[::1]/${id}`,
  ],
];
it('anything else is none, in more than forty spellings', () => {
  expect(spellings.length).toBeGreaterThan(40);
  expect(spellings.filter((one) => certificateId(one) !== undefined)).toEqual([]);
});

const at = new Date('2026-08-01T12:00:00Z');
const answered = (status: number, body: unknown = {}) => ({
  kind: 'answered' as const,
  ...{ status, headers: {}, bodyRead: typeof body === 'string' ? body : JSON.stringify(body) },
});
const results = {
  expires_at: '2031-01-01',
  masked_cert_url: 'https://m.example',
  share_url: 'https://secret',
};

it('a good answer keeps the end of its retention and the masked address, and nothing of the other', () => {
  const call = readConsent(answered(200, { outcome: 'success', retain: { results } }), at);
  const good = { at, status: 'ok', expiresAt: '2031-01-01', maskedUrl: 'https://m.example' };
  expect(call).toEqual({ kind: 'verdict', verdict: good });
  const written = call.kind === 'verdict' ? JSON.stringify(call.verdict) : '';
  expect(written).not.toContain('secret');
  expect(recallConsent(written)).toEqual(good);
});

it.each([
  [200, { outcome: 'failure' }, 'consent_failed'],
  [422, {}, 'consent_failed'],
  [404, {}, 'consent_expired'],
  [200, { outcome: 'success' }, 'ok'],
  [200, JSON.stringify(JSON.stringify({ outcome: 'failure' })), 'consent_failed'],
])('%i %j says %s', (status, body, said) => {
  expect(readConsent(answered(status, body), at)).toMatchObject({ verdict: { status: said } });
});

it.each([
  [408, '', [5_000, 30_000]],
  [429, '', [5_000, 30_000]],
  [503, 'plain text', [5_000, 30_000]],
  [200, 'not JSON', [5_000, 30_000]],
  [200, { outcome: 'error' }, [5_000, 30_000]],
  [302, '', [5_000, 30_000]],
  [401, {}, []],
  [402, {}, []],
  [403, {}, []],
])('after %i %j it is asked again after %j ms, and then has no answer', (status, body, waits) => {
  const waited: number[] = [];
  for (let n = 1; ; n += 1) {
    const call = readConsent(answered(status, body), at);
    const after = afterCheckCall(call, { n, now: at, random01: 0.5 }, consentPatience);
    if (after.kind !== 'again') return expect([waited, after.kind]).toEqual([waits, 'unanswered']);
    waited.push(after.at.getTime() - at.getTime());
  }
});
