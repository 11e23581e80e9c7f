/** A release has one version: of its packages, of what they require of each other, and of the image that is deployed. */
import { projectRoot } from '@sluice/local';
import { release } from '@sluice/process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

interface Package {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const read = (...path: string[]) => readFileSync(join(projectRoot, ...path), 'utf8');
const { version } = JSON.parse(read('package.json')) as Package;
const { packages: locked } = JSON.parse(read('package-lock.json')) as {
  readonly packages: Readonly<Record<string, Package>>;
};
const folders = Object.keys(locked).filter((folder) => !folder.includes('node_modules'));
const ours = ({ dependencies = {} }: Package) =>
  Object.entries(dependencies).filter(([name]) => name.startsWith('@sluice/'));

it('every package is of this release, and requires the others of it, in the lockfile too', () => {
  expect(folders.length).toBeGreaterThan(20);
  for (const folder of folders)
    for (const found of [JSON.parse(read(folder, 'package.json')) as Package, locked[folder] ?? {}])
      expect([folder, found.version, ...ours(found)]).toEqual([
        folder,
        version,
        ...ours(found).map(([name]) => [name, version]),
      ]);
});

it('Kubernetes deploys the image of this release, and a process names it in its metrics', () => {
  const { images } = parse(read('k8s', 'production', 'kustomization.yaml')) as {
    readonly images: readonly { readonly newTag: string }[];
  };
  expect(images.map(({ newTag }) => newTag)).toEqual([version]);
  expect(release).toBe(version);
});
