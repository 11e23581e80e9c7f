import { clientAddress, trustedProxies } from './trusted-proxies.js';

describe('TRUST_PROXY', () => {
  it.each<[string, ReturnType<typeof trustedProxies>]>([
    ['', false],
    ['0', false],
    ['1', 1],
    [' 2 ', 2],
    ['10.0.0.0/8', ['10.0.0.0/8']],
    ['10.0.0.1, 2001:db8::/32', ['10.0.0.1', '2001:db8::/32']],
  ])('%j makes the service trust %j', (text, trusted) => {
    expect(trustedProxies(text)).toEqual(trusted);
  });

  it.each([
    'true',
    '-1',
    '17',
    '10.0.0.0/33',
    '10.0.0/8',
    '::1/129',
    '10.0.0.0/8/8',
    '10.0.0.1,',
    'proxy.example',
  ])('%j is refused', (text) => {
    expect(trustedProxies(text)).toBeUndefined();
  });
});

describe('the logged address of an HTTP client', () => {
  it.each([
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8::1', '2001:db8::1'],
    ['<script>', 'unknown'],
    [undefined, 'unknown'],
  ])('%j is logged as %j', (ip, reported) => {
    expect(clientAddress({ ip })).toBe(reported);
  });
});
