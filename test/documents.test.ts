/** The pages name only what exists: files, headings, decisions. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { projectRoot } from '@sluice/local';

const pages = [
  ...readdirSync(projectRoot).map((name) => join(projectRoot, name)),
  ...readdirSync(join(projectRoot, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) =>
    join(projectRoot, 'docs', name),
  ),
].filter((path) => path.endsWith('.md'));

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

it.each(['docs/journey.md', 'docs/glossary.md'])('every file that %s names exists', (name) => {
  const named = [...readFileSync(join(projectRoot, name), 'utf8').matchAll(/`([\w./-]+\.ts)`/g)];
  expect(named.length).toBeGreaterThan(20);
  const missing = named
    .map(([, path = '']) => path)
    .filter((path) => !existsSync(join(projectRoot, path)))
    .filter((path) => !existsSync(join(projectRoot, 'packages/pipeline/src', path)));
  expect(missing).toEqual([]);
});

it('every decision is in the list of decisions, under its own title', () => {
  const folder = join(projectRoot, 'docs/adr');
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
