import { maskedBody, maskedHeaders, maskedTemplate, maskedUrl } from './mask-secrets.js';

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
    'pass',
    'pin',
  ];

  it.each(names)('%s in a URL, a form, XML and JSON', (name) => {
    expect(maskedUrl(`https://buyer.example/leads?${name}=s3cret&zip=10001`)).toBe(
      `https://buyer.example/leads?${name}=••••&zip=10001`,
    );
    expect(maskedBody(`${name}=s3cret&zip=10001`)).toBe(`${name}=••••&zip=10001`);
    expect(maskedBody(`<lead><${name}>s3cret</${name}><zip>10001</zip></lead>`)).toBe(
      `<lead><${name}>••••</${name}><zip>10001</zip></lead>`,
    );
    expect(maskedBody(`<lead><x:${name} a="1">s3cret</x:${name}><auth ${name}="s3 cret"/></lead>`)).toBe(
      `<lead><x:${name} a="1">••••</x:${name}><auth ${name}="••••"/></lead>`,
    );
    expect(JSON.parse(maskedBody(JSON.stringify({ inner: [{ [name]: 's3cret' }], zip: '10001' })))).toEqual({
      inner: [{ [name]: '••••' }],
      zip: '10001',
    });
  });

  it.each(names)('%s in a template, whose placeholders stay', (name) => {
    expect(maskedTemplate(`{"${name}": "s3cret", "zip": "{{ zip }}"}`)).toBe(
      `{"${name}": "••••", "zip": "{{ zip }}"}`,
    );
    expect(maskedTemplate(`<a ${name}="s3cret" zip="{{ zip }}"><${name}>s3cret</${name}></a>`)).toBe(
      `<a ${name}="••••" zip="{{ zip }}"><${name}>••••</${name}></a>`,
    );
    expect(maskedTemplate(`${name}=s3cret&zip={{ zip }}`)).toBe(`${name}=••••&zip={{ zip }}`);
    expect(maskedTemplate(`{"${name}": "{{ zip }}"}`)).toBe(`{"${name}": "{{ zip }}"}`);
  });

  it('in the path of a URL either', () => {
    expect(maskedUrl('https://hooks.example/services/T01/9f86d081884c7d659a2feaa0c55ad015?v=2')).toBe(
      'https://hooks.example/services/T01/••••?v=2',
    );
  });

  it('values whose names only contain such a word are shown', () => {
    expect(maskedBody('monkey=1&keyboard=2')).toBe('monkey=1&keyboard=2');
  });
});

describe('a reference to a secret', () => {
  it('is shown wherever it stands, because it is no credential', () => {
    expect(
      maskedHeaders({ Authorization: 'Bearer {{ secrets.acme }}', 'X-Key': 'x {{ secrets.acme }}' }),
    ).toEqual({
      Authorization: 'Bearer {{ secrets.acme }}',
      'X-Key': '••••',
    });
    const url = 'https://buyer.example/{{ secrets.path }}/in?token={{ secrets.acme }}&key=s3cret';
    expect(maskedUrl(url)).toBe(url.replace('s3cret', '••••'));
    expect(maskedBody('{"token":"{{ secrets.acme }}"}')).toContain('{{ secrets.acme }}');
    expect(maskedTemplate('{"token": "{{ secrets.acme }}"}')).toBe('{"token": "{{ secrets.acme }}"}');
  });
});
