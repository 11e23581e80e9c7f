import type { PixelOrder } from '@sluice/contracts';
import fc from 'fast-check';
import { sha256 } from '../sha256.js';
import { leftOutOfEvent } from './left-out.js';
import { metaEvent } from './meta-event.js';
import { tiktokEvent } from './tiktok-event.js';

const now = new Date('2026-03-08T12:00:00Z');
const order: PixelOrder = {
  platform: 'facebook',
  pixelId: '123',
  eventName: 'Lead',
  eventId: 'id1',
  at: now.toISOString(),
  actionSource: 'website',
};

const good = {
  fbclid: 'IwAR_GooD-1',
  fbp: 'fb.1.1596403881668.1116446470',
  fbc: 'fb.1.1554763741205.GooD-2',
  ttclid: 'E.C.P.GooD',
  ttp: 'GooD-3',
  ipAddress: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (GooD)',
  captureUrl: 'https://lp.example.com/good',
};
type Field = keyof typeof good;
const fields = Object.keys(good) as Field[];

// What cannot be right anywhere, and what cannot be right in one field.
const anyJunk = fc.oneof(
  fc.constantFrom(
    ...[
      '{{x}}',
      '%%X%%',
      '__X__',
      '${x}',
      '[x_y]',
      '{x}',
      '<x>',
      'undefined',
      'null',
      'NaN',
      '[object Object]',
      'n/a',
    ],
    ...['\u200b', '?', ' ', '', 'x'.repeat(9_000)],
  ),
  fc.jsonValue({ maxDepth: 2 }).filter((value) => typeof value !== 'string' && !Array.isArray(value)),
);
const ownJunk: Readonly<Record<Field, readonly string[]>> = {
  fbclid: ['a b', 'fb.1.2.x', '?fbclid=x', 'x&y'],
  fbp: ['fb.1.1763700000000.', 'fb.1.x', 'GA1.2.3', 'fb.1.2.undefined'],
  fbc: ['fb.1.1763700000000.', 'fb.1.1763700000000.{{id}}', 'fb.1.2.null', 'IwAR_x'],
  ttclid: ['a b', 'x/y', '{a', 'x"y'],
  ttp: ['a b', '=', '%zz'],
  ipAddress: ['203.0.113.7:80', '999.1.1.1', '10.0.0.1', '::1', '1:2', 'localhost'],
  userAgent: ['123', '{{ua}} x', '!!'],
  captureUrl: ['lp.example.com/a', '//lp.example.com', 'http:x y', 'https://{{d}}/', 'ftp://lp.example.com/'],
};
const junkOf = (field: Field) =>
  fc
    .oneof(anyJunk, fc.constantFrom(...ownJunk[field]))
    .chain((value) => fc.constantFrom(value, [value, '{{second}}'], [null, value], [[value]]));

/** Attribution and compliance in which each field is junk, right or absent wherever it may stand. */
const tracked = fc
  .record({
    right: fc.subarray(fields),
    ...Object.fromEntries(
      ['attribution', 'params', 'compliance'].map((place) => [
        place,
        fc.record(Object.fromEntries(fields.map((field) => [field, junkOf(field)])), { requiredKeys: [] }),
      ]),
    ),
  })
  .map((sent) => {
    const { right, attribution, params, compliance } = sent as unknown as {
      right: Field[];
      attribution: object;
      params: object;
      compliance: object;
    };
    const added = Object.fromEntries(right.map((field) => [field, good[field]]));
    return { right, data: { attribution: { ...attribution, params, ...added }, compliance } };
  });

const textsOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(textsOf)
    : typeof value === 'string'
      ? [value]
      : [];

describe('an event', () => {
  const lead = (data: object) => ({ leadId: 'lead_1', data, createdAt: now });
  const own = ['Lead', 'id1', 'website', 'system_generated', 'web', '123', sha256('lead_1')];
  const common: Field[] = ['ipAddress', 'userAgent', 'captureUrl'];

  it('for Meta has the tracking that is right and none that is not, in any combination', () => {
    fc.assert(
      fc.property(tracked, ({ right, data }) => {
        const event = metaEvent({ order, lead: lead(data), accessToken: 't', apiVersion: 'v24.0', now });
        if (event.kind !== 'request') throw new Error(event.reason);
        const cookie = right.includes('fbc')
          ? [good.fbc]
          : right.includes('fbclid')
            ? [`fb.1.${now.getTime()}.${good.fbclid}`]
            : [];
        const expected = [...common, 'fbp' as const].filter((field) => right.includes(field));
        const found = textsOf(event.body).filter((text) => !own.includes(text));
        expect(found.sort()).toEqual([...expected.map((field) => good[field]), ...cookie].sort());
      }),
      { numRuns: 500 },
    );
  });

  it('for TikTok has the tracking that is right and none that is not, in any combination', () => {
    fc.assert(
      fc.property(tracked, ({ right, data }) => {
        const event = tiktokEvent({ order, lead: lead(data), accessToken: 't', now });
        const expected = [...common, 'ttclid' as const, 'ttp' as const].filter((f) => right.includes(f));
        const found = textsOf(event.body).filter((text) => !own.includes(text));
        expect(found.sort()).toEqual(expected.map((field) => good[field]).sort());
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['facebook', ['attribution.ipAddress', 'attribution.fbclid', 'attribution.fbc', 'attribution.fbp']],
    ['tiktok', ['attribution.ipAddress', 'attribution.ttclid', 'attribution.ttp']],
  ] as const)('for %s names only what that platform would get', (platform, expected) => {
    const ids = { fbclid: '{a}', fbc: '{a}', fbp: '{a}', ttclid: '{a}', ttp: '{a}' };
    const left = leftOutOfEvent(platform, { data: { attribution: { ...ids, ipAddress: '1.2.3.4:5' } } });
    expect(left.map(({ at }) => at)).toEqual(expected);
    expect(JSON.stringify(left)).not.toMatch(/\{a\}|1\.2\.3\.4/);
  });
});
