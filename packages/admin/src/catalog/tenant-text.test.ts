import { readTenantText } from './tenant-text.js';

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
