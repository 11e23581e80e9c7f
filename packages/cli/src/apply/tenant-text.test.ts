import { readTenantText } from './tenant-text.js';

const endpoint = (fields: string) => `
tenantId: demo
name: Demo
deliveryEndpoints:
  - deliveryEndpointId: end_1
    url: https://buyer.example/in
    ${fields}
`;
const read = (text: string) => () => readTenantText(text, 'tenant.yaml', {});

describe('an invalid tenant file', () => {
  it('is refused with line and field of a pattern that the engine cannot compile', () => {
    const rule = 'responseRules: [{ when: { pattern: "(ok" }, outcome: accepted }]';
    expect(read(endpoint(rule))).toThrow(
      /line 7: deliveryEndpoints\.0\.responseRules\.0\.when\.pattern: must be a pattern in RE2 syntax/,
    );
  });

  it('is refused with line and field of a template that cannot be parsed', () => {
    expect(read(endpoint('format: liquid\n    template: "{% if x %}"'))).toThrow(
      /line 8: deliveryEndpoints\.0\.template: must be a Liquid template/,
    );
  });
});
