/** What the example of a buyer's documentation proposes. */
import { ApiError, credentialsIn, deliveryEndpointInputSchema } from '@sluice/contracts';
import * as fc from 'fast-check';
import { quote } from 'shell-quote';
import { readExample } from './read-example.js';

const none = { endpointIds: [], secretNames: [], library: [] };
const read = (text: string) => readExample(text, none);

describe('an example', () => {
  it('as a curl command becomes address, method, headers, format, mapping and secrets', () => {
    const text = String.raw`$ curl --location --request PUT 'https://api.acme.com/v1/leads?source=web&api_key=k-1234567' \
      -H 'Content-Type: application/json' -H "Authorization: Bearer eyJhbGciOi.1234.abcd" -H 'X-Partner: 42' \
      -m 20 -d '{"first_name": "Ada", "Last Name": "Byron", "mobile": "+1650", "zip_code": "02115", "plan": "b"}'`;
    expect(read(text)).toEqual({
      item: {
        deliveryEndpointId: 'end_acme',
        url: 'https://api.acme.com/v1/leads?source=web&api_key={{ secrets.acme_api_key }}',
        method: 'PUT',
        format: 'json',
        fields: {
          first_name: 'firstName',
          'Last Name': 'lastName',
          mobile: 'phone',
          zip_code: 'zip',
          plan: '',
        },
        headers: { Authorization: 'Bearer {{ secrets.acme_bearer }}', 'X-Partner': '42' },
        timeoutSeconds: 20,
      },
      secrets: [
        { name: 'acme_api_key', of: 'the parameter api_key of the address' },
        { name: 'acme_bearer', of: 'the header Authorization' },
      ],
      notRead: ['the option --location', 'plan: which field fills it'],
    });
  });

  it('with members within members becomes a template whose placeholders are the lines of the mapping', () => {
    const body = { lead: { contact: { email: 'a@b.example' }, tags: ['x'] }, auth: { token: 's3cr3t-99' } };
    const { item, secrets, notRead } = read(JSON.stringify(body));
    expect(item).toMatchObject({
      format: 'liquid',
      fields: { lead_contact_email: 'email', lead_tags_0: '' },
    });
    expect(JSON.parse(String(item['template']))).toEqual({
      lead: { contact: { email: '{{ fields.lead_contact_email }}' }, tags: ['{{ fields.lead_tags_0 }}'] },
      auth: { token: '{{ secrets.buyer_token }}' },
    });
    expect(secrets).toEqual([{ name: 'buyer_token', of: 'the member auth.token of the body' }]);
    expect(notRead).toEqual(['lead.tags.0: which field fills it']);
  });

  it('whose names differ in other signs only keeps each of them', () => {
    const body = {
      person: { 'first-name': 'a', first_name: 'b', é: 'c', è: 'd' },
      'a.b': 'e',
      a: { b: 'f' },
      a_b: 'g',
    };
    const { item, notRead } = read(JSON.stringify(body));
    const fields = item['fields'] as Readonly<Record<string, string>>;
    const names = JSON.stringify(JSON.parse(String(item['template']))).match(/fields\.\w+/g) ?? [];
    expect(new Set(names).size).toBe(7);
    expect(Object.keys(fields).sort()).toEqual(names.map((name) => name.replace('fields.', '')).sort());
    expect(fields).toMatchObject({ person_first_name: 'firstName', person_first_name_2: 'firstName' });
    expect(notRead.filter((each) => each.startsWith('the second'))).toEqual([]);
  });

  it('with a header twice, or with a user beside it, names what is left out and proposes no secret for it', () => {
    const twice = read(
      `curl https://a.com -H 'X-Key: s3cret-1' -H 'x-key: s3cret-2' -H 'A: 1' -H 'A: 1' -d x=1`,
    );
    expect(twice.item).toMatchObject({ headers: { 'X-Key': '{{ secrets.a_x_key }}', A: '1' } });
    expect(twice.secrets.map(({ name }) => name)).toEqual(['a_x_key']);
    expect(twice.notRead).toContain('the second header x-key');
    const user = read(`curl https://a.com -u ada:s3cret -H 'Authorization: Bearer s3cret-3' -d x=1`);
    expect(user.item).toMatchObject({ headers: { Authorization: 'Bearer {{ secrets.a_bearer }}' } });
    expect(user.secrets.map(({ name }) => name)).toEqual(['a_bearer']);
    expect(user.notRead).toContain('the user: the header Authorization is sent in its place');
    expect(read(`curl https://a.com -H 'Proxy-Authorization: Basic s3cret-4' -d x=1`).secrets).toEqual([]);
    const typed = read(`curl https://a.com --json '{"x": "1"}' -H 'Content-Type: application/vnd.a+json'`);
    expect(typed.item).toMatchObject({ headers: { 'Content-Type': 'application/vnd.a+json' } });
    expect(typed.notRead).toEqual(['x: which field fills it']);
  });

  it('as a form body becomes a form, and a name that stands there twice is named', () => {
    const { item, notRead } = read('fname=Ada&lname=Byron&fname=Bea&pin=4711');
    expect(item).toMatchObject({
      format: 'form',
      fields: { fname: 'firstName', lname: 'lastName', pin: '{{ secrets.buyer_pin }}' },
    });
    expect(notRead).toEqual(['the second fname']);
  });

  it.each([
    `curl https://a.com -d 'First Name=Ada Mary' -d 'phone=(415) 555-0132'`,
    `curl https://a.com --data 'First Name=Ada Mary&phone=+1 415 555 0132'`,
    `curl https://a.com --data-urlencode 'First Name=Ada & Mary' --data-urlencode phone=+1415`,
    `curl https://a.com -F 'First Name=Ada & Mary' -F 'phone=+1 415'`,
  ])('as a command with a form is read whatever spaces and signs are in it: %s', (text) => {
    const { item, notRead } = read(text);
    expect(item).toMatchObject({ format: 'form', fields: { 'First Name': 'firstName', phone: 'phone' } });
    expect(notRead.filter((each) => !each.includes('multipart/form-data'))).toEqual([]);
  });

  it('says how it is sent only if it is a command', () => {
    expect(['a=1', '{"a": "1"}'].map((body) => read(body).item['method'])).toEqual([undefined, undefined]);
    expect(read('curl https://a.example -d a=1').item['method']).toBe('POST');
  });

  it('takes the keys and labels of the field library, and names that are free', () => {
    const library = [{ key: 'injury_type', label: 'Kind of injury' }];
    const tenant = { endpointIds: ['end_acme'], secretNames: ['acme_key', 'acme_key_2'], library };
    const text = `curl https://acme.com --json '{"Injury Type": "x", "kindOfInjury": "y", "key": "k1234"}'`;
    expect(readExample(text, tenant).item).toMatchObject({
      deliveryEndpointId: 'end_acme_2',
      fields: { 'Injury Type': 'injury_type', kindOfInjury: 'injury_type', key: '{{ secrets.acme_key_3 }}' },
    });
  });

  it('never guesses: what could not be read is named, without its value', () => {
    const reads: readonly (readonly [text: string, named: string])[] = [
      ['curl https://a.example -d x=1 https://b.example/s3cret', 'a second address'],
      ['curl https://a.example -d @s3cret.json', '-d: the content of a file'],
      ['curl https://a.example --data-urlencode name@s3cret', '--data-urlencode: the content of a file'],
      ['curl https://a.example -F photo=@s3cret.png', '-F: the content of a file'],
      ['curl https://a.example -F name=Ada', 'multipart/form-data'],
      ['curl -G https://a.example -d x=1', '-G: data in the address'],
      ['curl https://a.example --get -X POST --data-urlencode x=1', '--get: data in the address'],
      ['curl https://a.example -d x=1 --insecure -o s3cret', 'the option --insecure'],
      ['curl https://a.example -d x=1 --proxy http://s3cret@p', 'the option --proxy'],
      ['curl https://a.example -d x=1 s3cret', 'a word that is no address'],
      ['curl a.example/in -d x=1', 'an address'],
      ['curl https://a.example/in', 'a request without a body'],
      ['curl https://a.example/in -X DELETE -d x=1', 'the method'],
      ['curl https://a.example -m 4711 -d x=1', 'the timeout'],
      [`curl https://a.example -d '{"a": "s3cret'`, 'the body: it is not JSON'],
      [`curl https://a.example -d '<lead/>'`, 'neither JSON nor a form'],
      [`curl https://a.example -d 'x=1`, 'a quote that is not closed'],
      [`curl https://a.example -d x=1 | jq .s3cret`, 'what follows |'],
      [`curl https://a.example?a=1&b=s3cret -d x=1`, 'what follows &'],
      [`curl https://a.example -d x=1 > s3cret`, 'what follows >'],
      [`curl https://a.example -d x=1\ncurl https://b.example -d y=s3cret`, 'a second command'],
      ['curl https://a.example/$(cat s3cret) -d x=1', 'a command within the command'],
      ['curl "https://a.example/`cat s3cret`" -d x=1', 'a command within the command'],
      ['curl "https://a.example/$ID" -d x=1', '$ID: the value of a variable'],
      ['curl https://a.example -H "X-Id: ${ID:-s3cret}" -d x=1', '$ID: the value of a variable'],
      [`curl https://a.example -H 'Host: b.example' -d x=1`, 'the header Host: may not be set'],
      [`curl https://a.example -d '${'['.repeat(40)}${']'.repeat(40)}'`, 'levels deep'],
      [`curl https://a.example --json '{"__proto__": {"x": 1}}'`, 'a member whose name is not allowed'],
    ];
    for (const [text, named] of reads) {
      const { item, notRead } = read(text);
      expect([text, notRead.join('\n')]).toEqual([text, expect.stringContaining(named)]);
      expect(JSON.stringify({ headers: item['headers'], notRead })).not.toContain('s3cret');
    }
  });

  it('of which nothing can be read is refused, in words that repeat nothing of it', () => {
    for (const text of ['hello s3cret', '{"a": "s3cret"', '<lead>s3cret</lead>', '[1,]']) {
      let refusal: unknown;
      try {
        read(text);
      } catch (error) {
        refusal = error;
      }
      expect(refusal).toBeInstanceOf(ApiError);
      const { details } = refusal as ApiError;
      expect(details?.join()).toMatch(/^text: (?:is not JSON: |must be a curl command)/);
      expect(details?.join()).not.toContain('s3cret');
    }
  });

  it('is read in linear time, however it is made', () => {
    for (const part of ['?', '$', '$(', '"', "'", '\\', '-H ', '{', '[', '&a=', '${', "$'", 'a ', '`'])
      for (const start of ['curl https://a.example ', 'curl https://a.example/?', 'curl "', '[', 'a='])
        try {
          read(start + part.repeat(65_000 / part.length));
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError);
        }
  });
});

const word = fc.stringMatching(/^[a-z]{1,8}$/);
const value = fc.stringMatching(/^[A-Za-z0-9 "'$`\\!#&?=.:é-]{0,20}$/);
const secret = fc.stringMatching(/^[A-Za-z0-9]{12,20}$/).map((text) => `S3${text}`);
const credentialName = fc.constantFrom(
  'api_key',
  'X-Auth-Token',
  'password',
  'clientSecret',
  'pin',
  'accessToken',
);

/** A command with credentials in every place that can have one. */
const command = fc.record({
  header: fc.tuple(credentialName, secret),
  bearer: secret,
  parameter: fc.tuple(credentialName, secret),
  member: fc.tuple(credentialName, secret),
  deep: fc.tuple(credentialName, secret),
  inAddress: secret,
  by: fc.constantFrom('-u', 'address', 'bearer', '--oauth2-bearer', 'variable'),
  fields: fc.dictionary(word, value, { maxKeys: 4 }),
  form: fc.boolean(),
  double: fc.boolean(),
});

it('a generated command is read whole, and no credential of it is in what is read', () => {
  fc.assert(
    fc.property(
      command,
      ({ header, bearer, parameter, member, deep, inAddress, by, fields, form, double }) => {
        const user = by === 'address' ? `me:${inAddress}@` : '';
        const body = { ...fields, [member[0]]: member[1], ...(!form && { nested: { [deep[0]]: deep[1] } }) };
        const words = [
          ...['curl', `https://${user}leads.acme.com/in?${parameter[0]}=${parameter[1]}`],
          ...['-H', `${header[0]}: ${header[1]}`],
          ...(by === '-u' ? ['-u', `me:${inAddress}`] : []),
          ...(by === 'bearer' ? ['-H', `Authorization: Bearer ${bearer}`] : []),
          ...(by === '--oauth2-bearer' ? [by, bearer] : []),
          ...(form
            ? ['--data-raw', new URLSearchParams(body as Record<string, string>).toString()]
            : ['--json', JSON.stringify(body)]),
        ];
        const [first = '', ...rest] = words;
        const inDouble = (text: string) => `"${text.replace(/["\\$`]/g, String.raw`\$&`)}"`;
        const text = `${first} ${double ? rest.map(inDouble).join(' ') : quote(rest)}${by === 'variable' ? ' -H "Authorization: Bearer $TOKEN"' : ''}`;
        const found = read(text);
        const answer = JSON.stringify(found);
        for (const one of [header, parameter, member, deep]) expect(answer).not.toContain(one[1]);
        for (const one of [bearer, inAddress]) expect(answer).not.toContain(one);
        const names = found.secrets.map(({ name }) => name);
        expect(new Set(names).size).toBe(names.length);
        for (const name of names) expect(answer).toContain(`{{ secrets.${name} }}`);
        const { item } = found;
        expect(item['format']).toBe(form ? 'form' : 'liquid');
        expect(credentialsIn(String(item['url']))).toEqual([]);
        const confirmed = { ...item, fields: { ...(item['fields'] as object) } as Record<string, string> };
        for (const [name, from] of Object.entries(confirmed.fields)) confirmed.fields[name] = from || 'notes';
        expect(deliveryEndpointInputSchema.safeParse(confirmed).error?.issues).toBeUndefined();
      },
    ),
    { numRuns: 300 },
  );
});
