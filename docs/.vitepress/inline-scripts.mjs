// The policy of the gateway's pages allows scripts of files only, which VitePress cannot be told.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Changes a page: each script within it becomes a file of the folder `assets`, and runs at the same point as before. */
export const scriptsAsFiles = (html, _file, { siteConfig: { outDir, site } }) =>
  html.replaceAll(/<script( id="[\w-]+")?>(.+?)<\/script>/gs, (_script, id = '', code) => {
    const name = `assets/page-${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`;
    mkdirSync(join(outDir, 'assets'), { recursive: true });
    writeFileSync(join(outDir, name), code);
    return `<script${id} src="${site.base}${name}"></script>`;
  });
