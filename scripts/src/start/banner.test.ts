import { banner } from './banner.js';
import type { StartOptions } from './options.js';

const options = {
  gatewayUrl: 'http://127.0.0.1:3000',
  dashboardUrl: 'http://127.0.0.1:3001',
  sinkPort: 4800,
  sinkUrl: 'http://127.0.0.1:4800',
  dataDir: '/data',
} as StartOptions;
const facts = {
  tenantId: 'other',
  apiKey: 'slk_1',
  operator: { address: 'ada@b.c', password: 'kept' },
  people: 'eve@b.c (kept too)',
  readyAfterMs: 1_000,
};

describe('what npm start prints', () => {
  it('submits the lead to the campaign of the tenant file', () => {
    const text = banner(options, { ...facts, campaignId: 'OWN' });
    const body = /-d '(?<body>\{.*\})'/.exec(text)?.groups?.['body'];
    expect(JSON.parse(body ?? '')).toMatchObject({ campaignId: 'OWN', firstName: 'Ada' });
  });

  it('names an operator with where the password is, and none whose password it does not know', () => {
    expect(banner(options, facts)).toMatch(/Log in as +ada@b\.c\n +Password +kept\n/);
    const text = banner(options, { ...facts, operator: undefined });
    expect(text).toContain('OPERATOR_PASSWORD make the first administrator only');
    expect(text).not.toMatch(/^ +Password /m);
  });

  it('names the demo buyer only if it was started, and otherwise the buyers of `SINK_URL`', () => {
    expect(banner(options, facts)).toContain('Demo buyer     http://127.0.0.1:4800/received\n');
    const text = banner({ ...options, sinkPort: undefined, sinkUrl: 'http://buyers.test' }, facts);
    expect(text).toContain('Buyers         http://buyers.test (SINK_URL');
    expect(text).not.toContain('Demo buyer ');
  });

  it('names no campaign where the file has none that takes leads', () => {
    const text = banner(options, facts);
    expect(text).toContain('API key        slk_1');
    expect(text).not.toMatch(/curl|campaign/);
  });
});
