/**
 * Makes the packages that others install with npm. What they need of this project is bundled in, so that they require
 * nothing of it; packages of others remain ordinary dependencies, in the versions that are tested here.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '@sluice/local';
import { bundleCode } from './bundle-code.js';
import { writeTypes } from './write-types.js';

const run = promisify(execFile);

/** A package that others install. */
interface Published {
  readonly name: string;
  /** The workspace that it is made of; its README is the package's. */
  readonly workspace: string;
  /** The compiled module of the workspace that it begins with. */
  readonly entry: string;
  /** What `npm search` finds it by. */
  readonly keywords: readonly string[];
  /** The fields of its package.json that say how it is used. */
  readonly use: object;
  /** A library is imported, and has types; a program is started. */
  readonly kind: 'library' | 'program';
}

const published: readonly Published[] = [
  {
    name: '@sluice/client',
    workspace: 'packages/client',
    entry: 'index',
    keywords: ['leads', 'lead distribution', 'sluice', 'client'],
    use: {
      sideEffects: false,
      exports: { '.': { types: './types/client/index.d.ts', default: './dist/index.js' } },
    },
    kind: 'library',
  },
  {
    name: 'sluice',
    workspace: 'packages/cli',
    entry: 'main',
    keywords: ['leads', 'lead distribution', 'sluice', 'cli'],
    use: { bin: { sluice: 'dist/main.js' } },
    kind: 'program',
  },
];

/** A tarball as `npm pack` makes it. */
export interface Tarball {
  readonly name: string;
  readonly file: string;
}

/** Writes a tarball of each package into `folder`. Rejects if the code is not built, or npm fails. */
export async function packPackages(folder: string): Promise<Tarball[]> {
  mkdirSync(folder, { recursive: true });
  const staging = mkdtempSync(join(tmpdir(), 'sluice-pack-'));
  try {
    const tarballs: Tarball[] = [];
    for (const [nth, one] of published.entries())
      tarballs.push({ name: one.name, file: await pack(one, join(staging, String(nth)), folder) });
    return tarballs;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

async function pack(one: Published, staged: string, folder: string): Promise<string> {
  const workspace = join(projectRoot, one.workspace);
  const imported = [
    ...(await bundleCode(join(workspace, 'dist', `${one.entry}.js`), join(staged, 'dist'), one.kind)),
    ...(one.kind === 'library' ? writeTypes(['client', 'contracts'], join(staged, 'types')) : []),
  ];
  cpSync(join(workspace, 'README.md'), join(staged, 'README.md'));
  cpSync(join(projectRoot, 'LICENSE'), join(staged, 'LICENSE'));
  writeFileSync(join(staged, 'package.json'), JSON.stringify(manifestOf(one, imported), null, 2));
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: staged });
  const [made] = JSON.parse(stdout) as [{ readonly filename: string }];
  return join(folder, made.filename);
}

function manifestOf(
  { name, workspace, keywords, use, kind }: Published,
  imported: readonly string[],
): object {
  const root = packageIn('.');
  const { version, description, license } = packageIn(workspace);
  const names = new Set(imported.filter((id) => !isBuiltin(id)).map(packageOf));
  return {
    ...{ name, version, description, keywords, license, type: 'module', engines: root.engines, ...use },
    files: ['dist', ...(kind === 'library' ? ['types'] : [])],
    dependencies: Object.fromEntries([...names].toSorted().map((one) => [one, versionOf(one)])),
    publishConfig: { access: 'public' },
  };
}

interface Package {
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly engines?: object;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const packageIn = (folder: string) =>
  JSON.parse(readFileSync(join(projectRoot, folder, 'package.json'), 'utf8')) as Package;

/** The package of what a module imports: `zod/v4` is of `zod`. */
const packageOf = (id: string) => id.split('/', id.startsWith('@') ? 2 : 1).join('/');

/** The version of a package that the workspaces require. */
function versionOf(name: string): string {
  const folders = readdirSync(join(projectRoot, 'packages')).map((folder) => join('packages', folder));
  const required = new Set(folders.flatMap((folder) => packageIn(folder).dependencies?.[name] ?? []));
  const [version, ...others] = required;
  if (version === undefined || others.length > 0)
    throw new Error(`The packages require ${[...required].join(' and ') || 'no version'} of ${name}.`);
  return version;
}
