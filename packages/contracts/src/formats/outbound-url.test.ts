import { outboundUrlProblem, outboundUrlSchema } from './outbound-url.js';
import { readSettings, readUnder } from '../reading/read-settings.js';

describe('the check of outbound URLs', () => {
  const privateHosts = [
    '127.0.0.1',
    '127.255.255.254',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.1',
    '0.0.0.0',
    '0',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '0xa9fea9fe',
    '100.64.0.1',
    '100.127.255.255',
    '192.0.0.192',
    '198.18.0.1',
    '192.175.48.1',
    '224.0.0.1',
    '255.255.255.255',
    'localhost',
    'LOCALHOST',
    'localhost.',
    'api.localhost',
    '127.0.0.1.',
    '[::]',
    '[::1]',
    '[::127.0.0.1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:a9fe:a9fe]',
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b::a00:1]',
    '[64:ff9b:1::8.8.8.8]',
    '[::8.8.8.8]',
    '[2002:7f00:1::]',
    '[fd00::1]',
    '[fc00::1]',
    '[fe80::1]',
    '[fec0::1]',
    '[ff02::1]',
    '[fd00:ec2::254]',
    '[2001:db8::1]',
  ];
  it.each(privateHosts)('refuses the private host %s', (host) => {
    expect(outboundUrlProblem(`http://${host}/path`, [])).toBe('must not point to a private address');
    expect(outboundUrlProblem(`https://${host}:8443`, [])).toBe('must not point to a private address');
  });

  it.each([
    'https://buyer.example/leads',
    'http://buyer.example:8080/leads?x=1#y',
    'https://8.8.8.8/',
    'https://172.32.0.1/',
    'https://172.15.255.255/',
    'https://100.128.0.1/',
    'https://192.169.0.1/',
    'https://[2606:4700:4700::1111]/',
    'https://[::ffff:8.8.8.8]/',
    'https://[64:ff9b::8.8.8.8]/',
    'https://localhost.example/',
    'https://10.example.com/',
  ])('accepts %s', (url) => {
    expect(outboundUrlProblem(url, [])).toBeUndefined();
  });

  it.each([
    'ftp://buyer.example',
    'file:///etc/passwd',
    'javascript:alert(1)',
    '//buyer.example',
    'buyer.example',
    '',
    'http://',
    'http://256.1.1.1/',
  ])('refuses %p, which is not an http or https URL', (url) => {
    expect(outboundUrlProblem(url, [])).toBe('must be an http or https URL');
  });

  it.each([
    'https://user@buyer.example',
    'https://user:secret@buyer.example',
    'https://:secret@buyer.example',
  ])('refuses %s because it contains credentials', (url) => {
    expect(outboundUrlProblem(url, [])).toBe('must not carry credentials');
  });

  it.each([
    ['http://127.0.0.1:4800/', ['127.0.0.0/8'], true],
    ['http://[::ffff:127.0.0.1]/', ['127.0.0.0/8'], true],
    ['http://localhost/', ['127.0.0.0/8'], true],
    ['http://127.0.0.1/', ['127.0.0.1'], true],
    ['http://127.0.0.2/', ['127.0.0.1'], false],
    ['http://10.1.2.3/', ['10.1.0.0/16'], true],
    ['http://10.2.2.3/', ['10.1.0.0/16'], false],
    ['http://[::1]/', ['127.0.0.0/8'], false],
    ['http://[::1]/', ['127.0.0.0/8', '::1/128'], true],
    ['http://[fd00::5]/', ['fd00::/8'], true],
    ['http://192.168.0.1/', ['0.0.0.0/0'], true],
  ])('accepts %s with the allow-list %j: %s', (url, allowed, passes) => {
    expect(outboundUrlProblem(url, allowed) === undefined).toBe(passes);
  });

  it.each([
    '127.0.0.0/33',
    '10.0.0/8',
    'loopback',
    '::1/129',
    '10.0.0.0/8/8',
    '10.0.0.0/',
    '10.0.0.0/x',
    '1::2::3',
  ])('reports the allow-list entry %p, which is not a CIDR range', (entry) => {
    expect(() => outboundUrlProblem('https://buyer.example', [entry])).toThrow(`"${entry}"`);
  });

  it('uses in schemas the allow-list of the current read', () => {
    const accepted = () => outboundUrlSchema.safeParse('http://127.0.0.1:4800/buyers/acme').success;
    expect(accepted()).toBe(false);
    expect(readUnder(readSettings({ outboundAllow: ['127.0.0.0/8'] }), accepted)).toBe(true);
    expect(accepted()).toBe(false);
  });
});
