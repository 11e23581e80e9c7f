import { campaignNamedIn, readTenantText } from './tenant-text.js';

const endpoint = (fields: string) => `
tenantId: demo
name: Demo
deliveryEndpoints:
  - deliveryEndpointId: end_1
    url: https://buyer.example/in
    ${fields}
`;
function problemsOf(file: string): string | undefined {
  try {
    readTenantText({ file });
    return undefined;
  } catch (error) {
    return (error as { details?: readonly string[] }).details?.join('\n');
  }
}

describe('an invalid tenant file', () => {
  it('is refused with line and field of a pattern that the engine cannot compile', () => {
    const rule = 'responseRules: [{ when: { pattern: "(ok" }, outcome: accepted }]';
    expect(problemsOf(endpoint(rule))).toMatch(
      /line 7: deliveryEndpoints\.0\.responseRules\.0\.when\.pattern: must be a pattern in RE2 syntax/,
    );
  });

  it('is refused with line and field of a template that cannot be parsed', () => {
    expect(problemsOf(endpoint('format: liquid\n    template: "{% if x %}"'))).toMatch(
      /line 8: deliveryEndpoints\.0\.template: must be a Liquid template/,
    );
  });

  it.each(['free', 'data.price', '.price', '"-5"', '"1,2,3"'])(
    'is refused with line and field of the price %s, which is neither an amount nor a path',
    (price) => {
      const rule = `responseRules: [{ when: {}, outcome: accepted, price: ${price} }]`;
      expect(problemsOf(endpoint(rule))).toBe(
        'line 7: deliveryEndpoints.0.responseRules.0.price: must be an amount, or a path such as $.price or /response/price',
      );
    },
  );

  it('may give a price as an amount or by where the answer has it', () => {
    for (const price of ['5', '"$42.50"', '$.price', '/r/price', '{ pattern: "for (.+)" }'])
      expect(
        problemsOf(endpoint(`responseRules: [{ when: {}, outcome: accepted, price: ${price} }]`)),
      ).toBeUndefined();
  });

  it.each([
    [
      'timeoutSeconds: 12345678901234567',
      7,
      'timeoutSeconds: 12345678901234567 is a whole number beyond 2^53',
    ],
    [
      'fields: { 12345678901234567: email }',
      7,
      'fields.12345678901234567: 12345678901234567 is a whole number',
    ],
    ['headers:\n      X-Id: 0x20000000000001', 8, 'headers.X-Id: 0x20000000000001 is a whole number'],
    ['x: [1, {y: 9007199254740993}]', 7, 'x.1.y: 9007199254740993 is a whole number'],
    ['x: [94607, 01960]', 7, 'x.1: 01960 would lose its leading zeros; put it in quotes'],
  ])('is refused with line, path and digits of a number that would change: %s', (field, line, problem) => {
    const problems = problemsOf(endpoint(`${field}\n    emial: x`)) ?? '';
    expect(problems).toContain(`line ${line}: deliveryEndpoints.0.${problem}`);
    // One report for each place.
    const paths = problems.split('\n').map((text) => text.split(': ').slice(0, 2).join());
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('may have any number that stays the same, and digits in quotes', () => {
    for (const field of [
      'timeoutSeconds: 30',
      'timeoutSeconds: +30',
      'notes: "12345678901234567"',
      'x: [1.50, 0, -0.5]',
    ])
      expect(problemsOf(endpoint(field)) ?? '').not.toMatch(/would/);
  });

  it('is refused with the line of a character that another program could not read', () => {
    expect(problemsOf('tenantId: demo\nname: Jos\uFFFD')).toMatch(/^line 2: holds a character/);
  });

  it('is refused with the line that is not valid YAML', () => {
    expect(problemsOf('tenantId: demo\nname: [')).toMatch(/^line [23]: /);
  });

  it('is refused if its aliases would expand without bound', () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]'];
    for (let n = 1; n < 9; n += 1) {
      const tenfold = Array(10)
        .fill(`*a${n - 1}`)
        .join(', ');
      lines.push(`a${n}: &a${n} [${tenfold}]`);
    }
    expect(() => readTenantText({ file: lines.join('\n') })).toThrow(/cannot be read/);
  });
});

describe('placeholders', () => {
  it('take their value, else their default, else become empty and are named', () => {
    const file = 'tenantId: demo\nname: ${A}-${B:-b}-${C:-c}-${D}-${constructor}';
    const read = readTenantText({ file, values: { A: 'a', C: '' } });
    expect(read.file.name).toBe('a-b-c--');
    expect(read.unfilled).toEqual(['D', 'constructor']);
  });
});

describe('the campaign that an example of a lead names', () => {
  const file = (campaigns: string) => `tenantId: demo\nname: Demo\n${campaigns}`;

  it.each([
    ['[{ campaignId: OFF, active: false }, { campaignId: OWN }, { campaignId: NEXT }]', 'OWN'],
    ['[{ campaignId: "${CODE}" }]', 'FILLED'],
    ['[{ campaignId: PAST, archived: true }]', undefined],
    ['[]', undefined],
  ])('is the first of the file that takes leads: %s', (campaigns, expected) => {
    const values = { CODE: 'FILLED' };
    expect(campaignNamedIn({ file: file(`campaigns: ${campaigns}`), values })).toBe(expected);
  });

  it('is none where the file has no campaigns', () => {
    expect(campaignNamedIn({ file: file('') })).toBeUndefined();
  });
});
