import { maskedBody, maskedUrl } from './mask-secrets.js';

describe('a shown call contains no credential', () => {
  const names = [
    'token',
    'api_key',
    'apiKey',
    'accessToken',
    'authToken',
    'clientSecret',
    'userPassword',
    'partner-key',
  ];

  it.each(names)('%s in a URL, a form, XML and JSON', (name) => {
    expect(maskedUrl(`https://buyer.example/leads?${name}=s3cret&zip=10001`)).toBe(
      `https://buyer.example/leads?${name}=••••&zip=10001`,
    );
    expect(maskedBody(`${name}=s3cret&zip=10001`)).toBe(`${name}=••••&zip=10001`);
    expect(maskedBody(`<lead><${name}>s3cret</${name}><zip>10001</zip></lead>`)).toBe(
      `<lead><${name}>••••</${name}><zip>10001</zip></lead>`,
    );
    expect(JSON.parse(maskedBody(JSON.stringify({ inner: [{ [name]: 's3cret' }], zip: '10001' })))).toEqual({
      inner: [{ [name]: '••••' }],
      zip: '10001',
    });
  });

  it('values whose names only contain such a word are shown', () => {
    expect(maskedBody('monkey=1&keyboard=2')).toBe('monkey=1&keyboard=2');
  });
});
