import type { TrackingField } from '@sluice/contracts';
import { leftOutTracking, trackingOf } from './tracking.js';

describe('trackingOf', () => {
  it('reads click ids from attribution before its params', () => {
    expect(
      trackingOf({
        attribution: { fbclid: 'AbC', params: { fbclid: 'other', ttclid: 'tt', ttp: 'p', fbp: 'fb.1.2.3' } },
      }),
    ).toEqual({ fbclid: 'AbC', ttclid: 'tt', ttp: 'p', fbp: 'fb.1.2.3' });
  });

  it('reads IP address and browser from compliance when attribution has none', () => {
    expect(
      trackingOf({
        attribution: { ipAddress: '', captureUrl: 'https://a.example/x' },
        compliance: { ipAddress: '1.2.3.4', userAgent: 'Mozilla/5.0', captureUrl: 'ignored' },
      }),
    ).toEqual({ ipAddress: '1.2.3.4', userAgent: 'Mozilla/5.0', captureUrl: 'https://a.example/x' });
  });

  it.each([[{}], [{ attribution: { fbclid: 5, params: ['x'] } }], [{ attribution: { params: null } }]])(
    'adds nothing that the lead does not contain: %j',
    (data) => expect(trackingOf(data)).toEqual({}),
  );

  it('takes a list as its first value, and the next place where one is wrong', () => {
    expect(
      trackingOf({
        attribution: {
          fbclid: ['a', 'b'],
          ttclid: [null, ' ', ['c']],
          fbp: '{{fbp}}',
          ipAddress: [],
          params: [{ fbp: 'fb.1.2.3', ttp: ['p', 'q'] }],
        },
        compliance: { ipAddress: ['1.2.3.4', '5.6.7.8'] },
      }),
    ).toEqual({ fbclid: 'a', ttclid: 'c', fbp: 'fb.1.2.3', ttp: 'p', ipAddress: '1.2.3.4' });
  });

  it('drops white space and invisible characters at the ends', () => {
    expect(trackingOf({ attribution: { fbclid: '\u200b AbC_d-e\u00a0\n' } })).toEqual({ fbclid: 'AbC_d-e' });
  });

  it.each<[TrackingField, string, string?]>([
    ['fbclid', 'IwAR2F4-dbP0l7Mn1IawQQGCINEz7PYXQvwjNwB_qa2ofrHyiLjcbCRxTDMgk'],
    ['fbclid', 'PAZXh0bgNhZW0BMABhZGlkAasqZ_aem_AQ~x'],
    ['ttclid', 'E.C.P.CsEBfL0x__AbC-d9=='],
    ['ttp', '01J9ZB2Q_x.tt.1'],
    ['fbp', 'fb.1.1596403881668.1116446470'],
    ['fbp', 'fb.2.1596403881668.1116446470.AQ'],
    ['fbc', 'fb.1.1554763741205.AbCdEfGhIjKlMnOpQrStUvWxYz1234567890'],
    ['fbc', 'fb.1.1554763741205.Ab.Cd_E-f.Bg'],
    ['ipAddress', '203.0.113.7'],
    ['ipAddress', '2001:db8::8a2e:370:7334'],
    ['ipAddress', '::ffff:198.51.100.1', '198.51.100.1'],
    ['ipAddress', '198.51.100.1, 10.0.0.1', '198.51.100.1'],
    ['userAgent', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5) [FBAN/FBIOS;FBAV/514.0] {x}'],
    ['captureUrl', 'http://lp.example.com'],
    ['captureUrl', 'https://lp.example.com/a?a[]=1&utm_source=%22x%22&b=x__y#top'],
    ['captureUrl', 'https://bücher.example/ä'],
    ['captureUrl', 'https://203.0.113.7:8443/x'],
    ['captureUrl', 'https://lp.example.com/?q=a b', 'https://lp.example.com/?q=a%20b'],
  ])('takes the %s %j', (field, value, text = value) => {
    const data = { attribution: { [field]: value } };
    expect(trackingOf(data)).toEqual({ [field]: text });
    expect(leftOutTracking(data, [field])).toEqual([]);
  });

  it.each([
    ['https://lp.example.com/a?fbclid={{fbclid}}', 'https://lp.example.com/a'],
    ['https://lp.example.com/a?x=1&c=%7B%7Bcampaign.name%7D%7D&y=2#z', 'https://lp.example.com/a?x=1&y=2#z'],
    ['https://lp.example.com/?a=__CID__&b=[click_id]&c=%%X%%&d=${e}&f={g}', 'https://lp.example.com/'],
    ['https://lp.example.com/?a=1#{{anchor}}', 'https://lp.example.com/?a=1'],
  ])('takes the page %j without its unfilled parameters, and says so', (captureUrl, text) => {
    const data = { attribution: { captureUrl } };
    expect(trackingOf(data)).toEqual({ captureUrl: text });
    expect(leftOutTracking(data, ['captureUrl'])).toEqual([
      {
        looked: 'tracking',
        at: 'attribution.captureUrl',
        verdict: 'skipped',
        because: 'unfilled_parameters',
      },
    ]);
  });
});

const ids = ['fbclid', 'fbp', 'fbc', 'ttclid', 'ttp'] as const;
const all = [...ids, 'ipAddress', 'userAgent', 'captureUrl'] as const;
const macros = [
  ...[
    '{{fbclid}}',
    '{{ad.id}}',
    '%%CLICKID%%',
    '__CLICKID__',
    '${clickid}',
    '$clickid$',
    '[click_id]',
    '[[id]]',
  ],
  ...[
    '{clickid}',
    '<click id>',
    '<%= id %>',
    '*|CLICK|*',
    '#clickid#',
    '@clickid@',
    '%clickid%',
    '((clickid))',
  ],
  ...['%7B%7Bfbclid%7D%7D', '%5Bclick_id%5D', '{{', '{{fbclid}} '],
];
const placeholders = [
  ...[
    'undefined',
    'null',
    'NaN',
    'None',
    'nil',
    'N/A',
    '(not set)',
    'not provided',
    '[object Object]',
    'unknown',
  ],
  ...['false', '0', '-', '--', '_', 'fbclid', 'click_id'],
];

describe('leftOutTracking', () => {
  const because = (field: TrackingField, value: unknown) => {
    const data = { attribution: { [field]: value } };
    expect(trackingOf(data)).toEqual({});
    return leftOutTracking(data, [field]).map((entry) => entry.because);
  };

  it.each(all.flatMap((field) => macros.map((macro) => [field, macro] as const)))(
    'names %s when it is the macro %j',
    (field, macro) => expect(because(field, macro)).toEqual(['unfilled_macro']),
  );

  it.each(all.flatMap((field) => placeholders.map((word) => [field, word] as const)))(
    'names %s when it is the placeholder %j',
    (field, word) => expect(because(field, word)).toEqual(['placeholder']),
  );

  it.each(all.flatMap((field) => [5, true, { a: 1 }, [7], {}].map((value) => [field, value] as const)))(
    'names %s when it is %j, which is no text',
    (field, value) => expect(because(field, value)).toEqual(['not_text']),
  );

  it.each<[TrackingField, string, string]>([
    ['fbc', 'fb.1.1763700000000.', 'cut_short'],
    ['fbc', 'fb.1.1763700000000', 'cut_short'],
    ['fbc', 'fb.1', 'cut_short'],
    ['fbc', 'fb', 'cut_short'],
    ['fbc', 'fb.1.1763700000000.undefined', 'placeholder'],
    ['fbc', 'fb.1.1763700000000.{{fbclid}}', 'unfilled_macro'],
    ['fbc', 'fb.1.1763700000000.__FBCLID__', 'unfilled_macro'],
    ['fbc', 'fb.1.undefined.AbC', 'malformed'],
    ['fbc', 'IwAR2F4-dbP0l7Mn1', 'malformed'],
    ['fbc', 'fb.1.1763700000000.a b', 'malformed'],
    ['fbp', 'fb.1.1763700000000.', 'cut_short'],
    ['fbp', 'fb.1.1763700000000', 'cut_short'],
    ['fbp', 'fb.1.1763700000000.abc', 'malformed'],
    ['fbp', '1116446470', 'malformed'],
    ['fbclid', 'fb.1.1763700000000.AbC', 'malformed'],
    ['fbclid', '?fbclid=AbC', 'malformed'],
    ['fbclid', 'https://lp.example.com/?fbclid=AbC', 'malformed'],
    ['fbclid', 'AbC dEf', 'malformed'],
    ['fbclid', 'AbC\u0000dEf', 'malformed'],
    ['ttclid', '...', 'placeholder'],
    ['ttclid', '~~', 'malformed'],
    ['ttp', 'x'.repeat(1_001), 'too_long'],
    ['fbclid', 'x'.repeat(200_000), 'too_long'],
    ['userAgent', 'M'.repeat(4_001), 'too_long'],
    ['userAgent', '12345', 'malformed'],
    ['captureUrl', `https://lp.example.com/${'x'.repeat(8_000)}`, 'too_long'],
    ['captureUrl', 'lp.example.com/a', 'not_a_page'],
    ['captureUrl', '//lp.example.com/a', 'not_a_page'],
    ['captureUrl', '/a', 'not_a_page'],
    ['captureUrl', 'www.lp.example.com', 'not_a_page'],
    ['captureUrl', 'about:blank', 'not_a_page'],
    ['captureUrl', 'file:///C:/a.html', 'not_a_page'],
    ['captureUrl', 'javascript:void(0)', 'not_a_page'],
    ['captureUrl', 'android-app://com.example', 'not_a_page'],
    ['captureUrl', 'https://', 'not_a_page'],
    ['captureUrl', 'https://undefined/a', 'not_a_page'],
    ['captureUrl', 'https://localhost/a', 'not_a_page'],
    ['captureUrl', 'https://lp.example.com /a', 'not_a_page'],
    ['captureUrl', 'https://{{domain}}/a', 'unfilled_macro'],
    ['captureUrl', 'https://lp.example.com/{campaign}/a', 'unfilled_macro'],
    ['captureUrl', 'https://lp.example.com/%7B%7Bslug%7D%7D', 'unfilled_macro'],
    ['ipAddress', '203.0.113.7:51234', 'not_an_address'],
    ['ipAddress', '[2001:db8::1]:443', 'not_an_address'],
    ['ipAddress', '[2001:db8::1]', 'not_an_address'],
    ['ipAddress', '203.0.113.256', 'not_an_address'],
    ['ipAddress', '300.1.1.1', 'not_an_address'],
    ['ipAddress', '203.0.113', 'not_an_address'],
    ['ipAddress', '203.0.113.7.8', 'not_an_address'],
    ['ipAddress', '203.0.113.07', 'not_an_address'],
    ['ipAddress', '203.0.113.7/24', 'not_an_address'],
    ['ipAddress', '1:2', 'not_an_address'],
    ['ipAddress', '2001:db8::1::2', 'not_an_address'],
    ['ipAddress', 'fe80::1%eth0', 'not_an_address'],
    ['ipAddress', 'lp.example.com', 'not_an_address'],
    ['ipAddress', '3405803783', 'not_an_address'],
    ['ipAddress', '10.1.2.3', 'private_address'],
    ['ipAddress', '::ffff:192.168.0.1', 'private_address'],
    ['ipAddress', '127.0.0.1', 'private_address'],
    ['ipAddress', '0.0.0.0', 'private_address'],
    ['ipAddress', '255.255.255.255', 'private_address'],
    ['ipAddress', '::1', 'private_address'],
    ['ipAddress', '198.18.0.1', 'private_address'],
    ['ipAddress', 'fe80::1', 'private_address'],
    ['ipAddress', 'fd00::1', 'private_address'],
  ])('names %s when it is %.60j: %s', (field, value, reason) =>
    expect(because(field, value)).toEqual([reason]),
  );

  it('names every wrong value with its place, and nothing that is absent', () => {
    const data = {
      attribution: { fbclid: '{{fbclid}}', fbp: ' ', params: { fbclid: 'null', ttclid: '__CLICKID__' } },
      compliance: { ipAddress: '1.2.3.4:5', userAgent: null },
    };
    expect(leftOutTracking(data, all).map(({ at, because: why }) => [at, why])).toEqual([
      ['attribution.fbclid', 'unfilled_macro'],
      ['attribution.params.fbclid', 'placeholder'],
      ['attribution.params.ttclid', 'unfilled_macro'],
      ['compliance.ipAddress', 'not_an_address'],
    ]);
  });
});
