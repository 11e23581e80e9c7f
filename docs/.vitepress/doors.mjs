// The five doors of the site, made from the folders of docs/: a page added to a folder appears by itself.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folders by their doors. `first` has the pages to begin with, in order; the others follow by their titles. */
const folders = [
  { folder: 'try', door: 'Try it', first: [] },
  {
    folder: 'sell',
    door: 'Sell leads',
    first: ['sell-a-lead', 'connect-a-buyer', 'buyers-answers', 'money', 'suppliers', 'whom-not-to-sell'],
  },
  { folder: 'build', door: 'Build on it', first: [] },
  { folder: 'run', door: 'Run it', first: ['scaling', 'runbook', 'backup', 'upgrades', 'hardening'] },
  { folder: 'reference', door: 'Reference', first: ['interface', 'reasons', 'fields', 'configuration'] },
  { folder: 'project', door: 'How it is built', first: ['architecture', 'journey'] },
];

/** Where the gateway serves the OpenAPI document of the interface, with a form to try each call. */
const interfaceToTry = { text: 'Try the interface', link: '/reference/api', target: '_self' };

/** The menu and the side bar, in the form that VitePress's theme takes. */
export function doors(docs) {
  const made = folders
    .map(({ folder, door, first }) => ({ folder, door, pages: pagesOf(docs, folder, first) }))
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

// A folder within a door is one entry, which leads to its README.
function pagesOf(docs, folder, first) {
  if (!existsSync(join(docs, folder))) return [];
  const pages = readdirSync(join(docs, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = entry.isDirectory() ? `${entry.name}/README` : entry.name.replace(/\.md$/, '');
    const file = join(docs, folder, `${name}.md`);
    if (!(entry.isDirectory() ? existsSync(file) : entry.name.endsWith('.md'))) return [];
    return [{ name, text: titleOf(file), link: `/${folder}/${name.replace(/^index$/, '')}` }];
  });
  const order = ['index', ...first];
  const place = ({ name }) => (order.includes(name) ? order.indexOf(name) : order.length);
  return pages
    .sort((one, other) => place(one) - place(other) || one.text.localeCompare(other.text, 'en'))
    .map(({ text, link }) => ({ text, link }));
}

function titleOf(file) {
  const [, title] = /^# (.+)$/m.exec(readFileSync(file, 'utf8')) ?? [];
  if (title === undefined) throw new Error(`${file} has no title: its first line must begin with "# ".`);
  return title.replaceAll('`', '');
}
