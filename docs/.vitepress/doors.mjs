// The five doors of the site, made from the folders of docs/: a page added to a folder appears by itself.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folders = [
  { folder: 'try', door: 'Try it' },
  { folder: 'sell', door: 'Sell leads' },
  { folder: 'build', door: 'Build on it' },
  { folder: 'run', door: 'Run it' },
  { folder: 'reference', door: 'Reference' },
  { folder: 'project', door: "The authors' book" },
];

/** Where the gateway serves the OpenAPI document of the interface, with a form to try each call. */
const interfaceToTry = { text: 'Try the interface', link: '/reference/api/', target: '_self' };

/** The menu and the side bar, in the form that VitePress's theme takes. */
export function doors(docs) {
  const made = folders
    .map(({ folder, door }) => ({ folder, door, pages: pagesOf(docs, folder) }))
    .filter(({ pages }) => pages.length > 0);
  const nav = made.map(({ folder, door, pages: [{ link }] }) => ({
    text: door,
    link,
    activeMatch: `^/${folder}/`,
  }));
  // The door that one has entered shows its pages, between the others.
  const entered = ({ folder, door, pages }) => ({
    text: door,
    items: folder === 'reference' ? [...pages, interfaceToTry] : pages,
  });
  const sidebar = Object.fromEntries(
    made.map((one, nth) => [`/${one.folder}/`, nav.with(nth, entered(one))]),
  );
  return { nav, sidebar };
}

/**
 * The pages of a folder: its `index`, then as `contents` (or the folder's `index`) names them, then by title. A folder within it is below the page of its name; one with a README is one entry, which leads there.
 */
function pagesOf(docs, folder, contents = join(docs, folder, 'index.md')) {
  const here = (name) => join(docs, folder, name);
  if (!existsSync(here('.'))) return [];
  const named = existsSync(contents) ? readFileSync(contents, 'utf8') : '';
  const pages = readdirSync(here('.'), { withFileTypes: true }).flatMap((entry) => {
    const name = entry.isDirectory() ? `${entry.name}/README` : entry.name.replace(/\.md$/, '');
    const file = here(`${name}.md`);
    if (!existsSync(file)) return [];
    const place = named.search(new RegExp(`\\]\\([^)\\s]*\\b${name}\\.md`));
    const below = pagesOf(docs, `${folder}/${name}`, file);
    return [
      {
        text: titleOf(file),
        link: `/${folder}/${name.replace(/^index$/, '')}`,
        ...(below.length > 0 && { items: below }),
        place: name === 'index' ? -1 : place < 0 ? Infinity : place,
      },
    ];
  });
  return pages
    .sort((one, other) => compare(one.place, other.place) || one.text.localeCompare(other.text, 'en'))
    .map(({ place: _place, ...page }) => page);
}

const compare = (one, other) => (one === other ? 0 : one - other);

function titleOf(file) {
  const [, title] = /^# (.+)$/m.exec(readFileSync(file, 'utf8')) ?? [];
  if (title === undefined) throw new Error(`${file} has no title, a line that begins with "# ".`);
  return title.replaceAll('`', '');
}
