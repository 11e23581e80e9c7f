import { projectRoot } from '@sluice/local';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
    expect(JSON.parse(body ?? '')).toMatchObject({ campaignId: 'OWN', firstName: 'Ida' });
  });

  it('submits nobody whom a page submits too, because the second of the two would be a duplicate', () => {
    const text = banner(options, { ...facts, campaignId: 'OWN' });
    const { email, phone } = JSON.parse(/-d '(.*)'/.exec(text)?.[1] ?? '') as Record<string, string>;
    const folder = join(projectRoot, 'docs/try');
    const paths = [join(projectRoot, 'README.md'), ...readdirSync(folder).map((name) => join(folder, name))];
    const pages = paths.map((path) => readFileSync(path, 'utf8')).join('');
    expect(pages).toContain('ada.meyer@example.com');
    expect([pages.includes(email ?? ''), pages.includes(phone ?? '')]).toEqual([false, false]);
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
