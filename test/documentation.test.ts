/** The pages name only what exists: files, headings, decisions. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { projectRoot } from '@sluice/local';

const pages = [
  ...readdirSync(projectRoot).map((name) => join(projectRoot, name)),
  ...readdirSync(join(projectRoot, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) =>
    join(projectRoot, 'docs', name),
  ),
].filter((path) => path.endsWith('.md') && !path.includes('node_modules'));

const ours = execFileSync('git', ['ls-files'], { cwd: projectRoot, encoding: 'utf8' }).split('\n');

it.each(pages.map((page) => relative(projectRoot, page)))('every link of %s leads somewhere', (name) => {
  const page = join(projectRoot, name);
  const broken = [...readFileSync(page, 'utf8').matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
    .filter(([, path = '', heading]) => {
      const target = path === '' ? page : join(dirname(page), path);
      if (!existsSync(target)) return true;
      return heading !== undefined && target.endsWith('.md') && !headingsOf(target).has(heading);
    })
    .map(([link]) => link);
  expect(broken).toEqual([]);
});

/** Files that pages name and that are not ours, or exist only once something was built, run or released. */
const elsewhere = new Set([
  '/openapi.json',
  '/admin/v1/openapi.json',
  '/schemas/tenant.json',
  '/tenants/tenant.yaml',
  'dist/sluice.mjs',
  'dist/sluice.cdx.json',
  'sluice.mjs',
  'sluice.cdx.json',
  'docker-compose.pinned.yml',
  'run.json',
  'secrets.json',
  'lead.json',
  'tenant.yaml',
  'leads.rejects.csv',
  // Of DocuSeal.
  'docs/openapi.json',
  'docs/webhooks/form-webhook.md',
  'submission-webhook.md',
  'webhook-signature.md',
]);

// What has changed since is named by its former name.
const ofToday = pages.filter((page) => page !== join(projectRoot, 'CHANGELOG.md'));

it.each(ofToday.map((page) => relative(projectRoot, page)))('every file that %s names exists', (name) => {
  const missing = filesNamedIn(readFileSync(join(projectRoot, name), 'utf8')).filter(
    (path) => !elsewhere.has(path) && !isOurs(path),
  );
  expect(missing).toEqual([]);
});

it('pages name files, and what of them does not exist is found', () => {
  expect(ofToday.flatMap((page) => filesNamedIn(readFileSync(page, 'utf8'))).length).toBeGreaterThan(200);
  const found = filesNamedIn('omit `gateway-scaling.yaml` and `components/scalers/gateway.yaml`');
  expect(found.filter((path) => !isOurs(path))).toEqual(['gateway-scaling.yaml']);
});

/** The files in a page's code spans, but for `x.test.ts`, which stands for any. */
function filesNamedIn(page: string): string[] {
  const spans = [...page.matchAll(/`([^`\n]+)`/g)].flatMap(([, span = '']) => span.split(/\s+/));
  return spans.filter((word) => /^(?!x\.)[\w.@/-]+\.(tsx?|mjs|md|ya?ml|json|csv|css|html)$/.test(word));
}

/** Whether a file of the project has this path or ends in it. */
function isOurs(path: string): boolean {
  return ours.some((file) => file === path || file.endsWith(`/${path}`));
}

describe('the pages for readers', () => {
  // What is generated, and the book of the project's own authors, are as long as they have to be.
  const theirs = ofToday
    .map((page) => relative(projectRoot, page))
    .filter((name) => !/^docs\/(project|reference\/(?!glossary|index|fields))/.test(name));
  const textOf = (name: string) => readFileSync(join(projectRoot, name), 'utf8');
  const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean).length;

  it('have at most 45,000 words together, and 1,200 each outside of the reference', () => {
    expect(theirs).toContain('docs/run/runbook/leads.md');
    expect(wordsOf(theirs.map(textOf).join(' '))).toBeLessThanOrEqual(45_000);
    const long = theirs.filter(
      (name) => !name.startsWith('docs/reference/') && wordsOf(textOf(name)) > 1_200,
    );
    expect(long).toEqual([]);
    expect(textOf('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(120);
  });

  it('have no cell of more than sixty words', () => {
    const rows = theirs.flatMap((name) => textOf(name).match(/^ *\|.*$/gm) ?? []);
    expect(rows.length).toBeGreaterThan(500);
    const cells = rows.flatMap((row) => row.split(/(?<!\\)\|/));
    expect(cells.filter((cell) => wordsOf(cell) > 60)).toEqual([]);
  });
});

it('every picture is shown on a page', () => {
  const text = pages.map((page) => readFileSync(page, 'utf8')).join('\n');
  const pictures = readdirSync(join(projectRoot, 'docs/images'));
  expect(pictures.filter((name) => !text.includes(`images/${name})`))).toEqual([]);
});

it('every decision is in the list of decisions, under its own title', () => {
  const folder = join(projectRoot, 'docs/project/decisions');
  const decisions = readdirSync(folder)
    .filter((name) => /^\d/.test(name))
    .sort();
  const titles = decisions.map((name) => {
    const [title = ''] = readFileSync(join(folder, name), 'utf8').split('\n');
    return `- [${title.replace('# ', '')}](${name})`;
  });
  expect(readFileSync(join(folder, 'README.md'), 'utf8').match(/^- .*$/gm)).toEqual(titles);
});

// As GitHub makes anchors of them.
function headingsOf(page: string): ReadonlySet<string> {
  const headings = [...readFileSync(page, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, text = '']) => text);
  return new Set(
    headings.map((text) =>
      text
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\-_ ]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}
