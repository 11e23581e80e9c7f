/** The documentation site below `/docs`: files of a folder, for whoever asks. */
import { duringTests } from '@sluice/testing';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openGateway } from './gateway.js';

const home = mkdtempSync(join(tmpdir(), 'sluice-docs-'));
const docs = join(home, 'docs');
const put = (file: string, text: string) => {
  mkdirSync(dirname(join(docs, file)), { recursive: true });
  writeFileSync(join(docs, file), text);
};
afterAll(() => rmSync(home, { recursive: true, force: true }));

const world = duringTests(() => openGateway({ docs }));
const get = (path: string, options: RequestInit = {}) => fetch(world.url + path, options);

// Before the tests below put it there.
it('/docs shows the reference of the interface until the site is built', async () => {
  const answer = await get('/docs');
  expect(answer.url).toBe(`${world.url}/docs/reference/api/`);
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await answer.text()).toContain('swagger-ui');
  const missing = await get('/docs/sell/money');
  expect(missing.status).toBe(404);
  expect(await missing.json()).toMatchObject({ success: false, error: { code: 'NOT_FOUND' } });
});

describe('the documentation site', () => {
  beforeAll(() => {
    put('index.html', '<title>Sluice</title>');
    put('404.html', '<title>No such page</title>');
    put('sell/money.html', '<title>Money</title>');
    put('assets/app.4f2a.js', 'export {}');
    put('.hidden', 'hidden');
    writeFileSync(join(home, 'secret.html'), 'secret');
  });

  it('is served from the moment it is built, to callers without a key', async () => {
    const front = await get('/docs');
    expect(front.url).toBe(`${world.url}/docs/`);
    expect(await front.text()).toBe('<title>Sluice</title>');
    const page = await get('/docs/sell/money');
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await page.text()).toBe('<title>Money</title>');
  });

  it('has the reference of the interface under it, and its document', async () => {
    const page = await get('/docs/reference/api/');
    expect(await page.text()).toContain('swagger-ui');
    const document = await get('/docs/reference/api/openapi.json');
    expect(await document.json()).toMatchObject({ servers: [{ url: '/' }] });
  });

  it('lets browsers keep what has its hash in its name, and ask again for pages', async () => {
    const script = await get('/docs/assets/app.4f2a.js');
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const page = await get('/docs/sell/money');
    expect(page.headers.get('cache-control')).toBe('no-cache');
    const etag = page.headers.get('etag')!;
    const again = await getAsWritten('/docs/sell/money', { 'If-None-Match': etag });
    expect(again).toEqual({ status: 304, text: '' });
  });

  it('answers HEAD as GET, without a body', async () => {
    const head = await get('/docs/sell/money', { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.headers.get('content-length')).toBe(String('<title>Money</title>'.length));
    expect(await head.text()).toBe('');
  });

  it('answers an unknown page with a page that says so', async () => {
    const answer = await get('/docs/sell/nothing');
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await answer.text()).toBe('<title>No such page</title>');
  });

  it('allows its pages nothing from elsewhere, and no script that is not a file', async () => {
    for (const path of ['/docs/', '/docs/sell/nothing']) {
      const policy = (await get(path)).headers.get('content-security-policy');
      expect(policy).toMatch(/default-src 'self';.*script-src 'self';/);
    }
  });

  it.each([
    '/docs/../secret',
    '/docs/..%2fsecret.html',
    '/docs/%2e%2e/secret.html',
    '/docs/%2e%2e%2fsecret.html',
    '/docs/..%5csecret.html',
    '/docs/assets/..%2f..%2fsecret.html',
    '/docs//etc/passwd',
    '/docs/%00',
    '/docs/%ff',
    '/docs/.hidden',
  ])('gives nothing from outside its folder at %s', async (path) => {
    const { status, text } = await getAsWritten(path);
    expect([400, 404]).toContain(status);
    expect(text).not.toMatch(/secret|hidden|root:/);
  });
});

// `fetch` would resolve the path before it is sent, and ask past every cache when it sends an ETag.
function getAsWritten(
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number | undefined; text: string }> {
  const { hostname, port } = new URL(world.url);
  return new Promise((resolve, reject) => {
    const asked = httpRequest({ hostname, port, path, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () => resolve({ status: answer.statusCode, text }));
    });
    asked.on('error', reject).end();
  });
}
