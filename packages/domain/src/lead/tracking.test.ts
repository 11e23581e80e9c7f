import { trackingOf } from './tracking.js';

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
});
