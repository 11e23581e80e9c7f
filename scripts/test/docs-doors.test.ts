/** The doors of the documentation site follow from the folders of docs/, tried on made-up pages. */
import { projectRoot } from '@sluice/local';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

interface Entry {
  readonly text: string;
  readonly link?: string;
  readonly items?: readonly Entry[];
}
type Doors = (docs: string) => {
  readonly nav: readonly Entry[];
  readonly sidebar: Readonly<Record<string, readonly Entry[]>>;
};

let docs: string;
let doors: () => ReturnType<Doors>;
beforeEach(async () => {
  docs = mkdtempSync(join(tmpdir(), 'sluice-doors-'));
  const module = (await import(join(projectRoot, 'docs/.vitepress/doors.mjs'))) as { doors: Doors };
  doors = () => module.doors(docs);
});
afterEach(() => rmSync(docs, { recursive: true, force: true }));

function put(file: string, text: string): void {
  mkdirSync(dirname(join(docs, file)), { recursive: true });
  writeFileSync(join(docs, file), text);
}

it('a page appears below the door of its folder under its title, which is all that has to be written', () => {
  put('run/backup.md', '# Back `it` up\n');
  expect(doors().nav).toMatchObject([{ text: 'Run it', link: '/run/backup' }]);
  expect(doors().sidebar['/run/']).toEqual([
    { text: 'Run it', items: [{ text: 'Back it up', link: '/run/backup' }] },
  ]);
});

it('pages stand as the index names them, then by title, and one folder deep below a page', () => {
  put('sell/index.md', '# Sell\n[money](money.md), [caps](caps.md)');
  put('sell/caps.md', '# Caps');
  put('sell/money.md', '# Money');
  put('sell/zones.md', '# Zones');
  put('sell/areas.md', '# Areas');
  put('sell/caps/daily.md', '# Daily');
  put('run/index.md', '# Run');
  const [entered, other] = doors().sidebar['/sell/'] ?? [];
  expect(entered?.items?.map(({ link }) => link)).toEqual(
    ['', 'money', 'caps', 'areas', 'zones'].map((name) => `/sell/${name}`),
  );
  expect(entered?.items?.[2]?.items).toEqual([{ text: 'Daily', link: '/sell/caps/daily' }]);
  expect(other).toMatchObject({ text: 'Run it', link: '/run/' });
});

it('a page without a title is refused', () => {
  put('run/backup.md', 'Back it up.\n');
  expect(() => doors()).toThrow('has no title');
});
