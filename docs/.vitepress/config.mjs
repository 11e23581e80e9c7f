// The documentation site: the pages of docs/, built by VitePress into dist/docs, which the gateway serves at /docs.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { doors } from './doors.mjs';
import { scriptsAsFiles } from './inline-scripts.mjs';
import { asOnGitHub, bracesAsText, filesOutsideTheSite } from './markdown.mjs';
import { searchDialog } from './search-dialog.mjs';

const docs = fileURLToPath(new URL('..', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));
const icon = readFileSync(`${root}services/dashboard/web/src/design/icon.svg`, 'utf8');
const { nav, sidebar } = doors(docs);

export default defineConfig({
  title: 'Sluice',
  description: 'Lead intake and distribution',
  lang: 'en-GB',
  base: '/docs/',
  outDir: `${root}dist/docs`,
  cacheDir: `${root}node_modules/.cache/sluice/docs`,
  // The gateway answers `/docs/run/backup` with `run/backup.html`.
  cleanUrls: true,
  head: [['link', { rel: 'icon', href: `data:image/svg+xml,${encodeURIComponent(icon)}` }]],
  // As a file of its own, because the policy of the pages allows no script within them.
  metaChunk: true,
  transformHtml: scriptsAsFiles,
  markdown: {
    // A page is text: what looks like a tag in it is shown.
    html: false,
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    anchor: { slugify: asOnGitHub },
    config: (md) => md.use(filesOutsideTheSite, docs).use(bracesAsText),
  },
  vite: { plugins: [searchDialog] },
  themeConfig: {
    nav,
    sidebar,
    outline: [2, 3],
    search: {
      provider: 'local',
      options: { detailedView: true },
    },
  },
});
