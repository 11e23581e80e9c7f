// What differs between a page read in the repository and the same page on the site.
import { dirname, relative, resolve } from 'node:path';

/** The anchor of a heading, as GitHub makes it, so that links to headings work in both places. */
export const asOnGitHub = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\-_ ]/gu, '')
    .replaceAll(' ', '-');

/** A plugin of markdown-it: a link to a file outside docs/, which the site does not have, becomes that file's name. */
export function filesOutsideTheSite(md, docs) {
  md.core.ruler.push('files-outside-the-site', ({ tokens, env }) => {
    for (const { children } of tokens) if (children) nameInstead(children, env.path, docs);
  });
}

function nameInstead(tokens, page, docs) {
  let file;
  for (const token of tokens) {
    if (token.type === 'link_open') file = outside(token.attrGet('href'), page, docs);
    if (file === undefined) continue;
    if (token.type === 'link_open') {
      token.tag = 'span';
      token.type = 'file_open';
      token.attrs = [['title', file]];
    } else if (token.type === 'link_close') {
      token.tag = 'span';
      token.type = 'file_close';
      file = undefined;
    }
  }
}

/** The file's path in the repository, if the link leads to one outside docs/. */
function outside(href, page, docs) {
  if (/^(\w+:|#|\/)/.test(href)) return undefined;
  const target = relative(docs, resolve(dirname(page), href.replace(/#.*/, '')));
  return target.startsWith('..') ? target.replace(/^(\.\.\/)+/, '') : undefined;
}

/** A plugin of markdown-it: the braces of a template in a page are shown, and not read by Vue. */
export function bracesAsText(md) {
  for (const kind of ['text', 'code_inline']) {
    const render = md.renderer.rules[kind];
    md.renderer.rules[kind] = (...args) => render(...args).replaceAll('{{', '&#123;&#123;');
  }
}
