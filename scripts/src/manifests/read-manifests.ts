/** Reads the deployment files into plain objects; the checks judge them. */
import { execFile } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse, parseAllDocuments } from 'yaml';
import { serviceModules } from '@sluice/sluice';

/** Any part of a parsed file. */
export type Part = Readonly<Record<string, unknown>>;

/** What is at `path`, e.g. `spec.template`, in a parsed file; undefined if there is nothing. */
export function at(part: unknown, path: string): unknown {
  return path.split('.').reduce((found, name) => (found as Part | null | undefined)?.[name], part);
}

/** The entries of the list at `path`; none if there is no list. */
export function listAt(part: unknown, path: string): readonly Part[] {
  const found = at(part, path);
  return Array.isArray(found) ? (found as Part[]) : [];
}

/** A Kubernetes object. */
export type KubernetesObject = Part & {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
};

/** One rendered overlay, with its path in the project. */
export interface RenderedFolder {
  readonly folder: string;
  readonly objects: readonly KubernetesObject[];
}

/** Everything that is compared with the table of services. */
export interface Manifests {
  readonly dockerfile: string;
  readonly compose: Part;
  readonly prometheus: Part;
  readonly release: Part;
  /** Without kubectl, or with one that is too old, nothing. */
  readonly kubernetes: readonly RenderedFolder[];
  /** The names of the variables that each service reads. */
  readonly variables: Readonly<Record<string, readonly string[]>>;
}

const run = promisify(execFile);

/** Reads all files below `root`. Rejects if one is missing or cannot be parsed or rendered. */
export async function readManifests(root: string): Promise<Manifests> {
  const text = (path: string) => readFile(join(root, path), 'utf8');
  // Compose repeats what services share by aliases, of which the parser otherwise accepts only a hundred.
  const yaml = async (path: string) => parse(await text(path), { merge: true, maxAliasCount: -1 }) as Part;
  const read = Object.entries(serviceModules).map(async ([name, { config }]) => {
    return [name, Object.keys((await config()).configShape)] as const;
  });
  return {
    dockerfile: await text('Dockerfile'),
    compose: await yaml('docker-compose.yml'),
    prometheus: await yaml('observability/prometheus.yaml'),
    release: await yaml('.github/workflows/release.yml'),
    kubernetes: await render(root),
    variables: Object.fromEntries(await Promise.all(read)),
  };
}

async function render(root: string): Promise<RenderedFolder[]> {
  if (!(await canRender())) return [];
  const folders = (await readdir(join(root, 'k8s', 'overlays'))).map((name) => `k8s/overlays/${name}`);
  return Promise.all(
    folders.map(async (folder) => {
      const { stdout } = await run('kubectl', ['kustomize', join(root, folder)], { maxBuffer: 2 ** 24 });
      return { folder, objects: parseAllDocuments(stdout).map((one) => one.toJS() as KubernetesObject) };
    }),
  );
}

/** Whether there is a kubectl of 1.21 or newer, the first with a kustomize of version 4. */
async function canRender(): Promise<boolean> {
  try {
    const { stdout } = await run('kubectl', ['version', '--client', '-o', 'json']);
    const [, minor] = /"minor": "(\d+)/.exec(stdout) ?? [];
    return Number(minor) >= 21;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
