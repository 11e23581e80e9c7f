import { maskedBody, maskedHeaders, maskedTemplate, maskedUrl } from './mask-secrets.js';

describe('a shown call contains no credential', () => {
  const names = ['token', 'partner-key'];
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

  it('behind Bearer or Basic, in the user of a URL, and in JSON within a text either', () => {
    expect(maskedUrl('https://user:s3cret@hooks.example/T01/9f86d081884c7d659?v=2')).toBe(
      'https://••••:••••@hooks.example/T01/9f86d081884c7d659?v=2',
    );
    expect(maskedBody('sent with Bearer abc.def-ghi')).toBe('sent with Bearer ••••');
    expect(JSON.parse(maskedBody(JSON.stringify({ echo: JSON.stringify({ token: 's3cret' }) })))).toEqual({
      echo: '{"token":"••••"}',
    });
  });

  it('but nothing is hidden for what it looks like', () => {
    const body = 'session=9f86d081884c7d659a2feaa0c55ad015&code=aB3dE6gH9jK2mN5pQ8sT';
    expect(maskedBody(body)).toBe(body);
    expect(maskedTemplate(body)).toBe(body);
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
