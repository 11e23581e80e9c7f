/** Reads the deployment files into plain objects; the checks judge them. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serviceModules } from '@sluice/sluice';
import { parse, parseAllDocuments } from 'yaml';

/** Any part of a parsed file. */
export type Part = Readonly<Record<string, unknown>>;

/** What is at `path`, e.g. `spec.template`, in a parsed file; undefined if there is nothing. */
export function at(part: unknown, path: string): unknown {
  return path.split('.').reduce((found, name) => (found as Part | null | undefined)?.[name], part);
}

/** A Kubernetes object. */
export type KubernetesObject = Part & {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
};

/** One rendered overlay, with its path in the project. */
export type RenderedFolder = ReturnType<typeof render>;

/** Everything that is compared with the table of services. */
export type Manifests = Awaited<ReturnType<typeof readManifests>>;

/** Reads all files below `root`. Rejects if one is missing or cannot be parsed or rendered. */
export async function readManifests(root: string) {
  const text = (path: string) => readFileSync(join(root, path), 'utf8');
  // Compose repeats what services share by aliases, of which the parser otherwise accepts only a hundred.
  const yaml = (path: string) => parse(text(path), { merge: true, maxAliasCount: -1 }) as Part;
  const read = Object.entries(serviceModules).map(async ([name, { config }]) => {
    return [name, Object.keys((await config()).configShape)] as const;
  });
  const version = spawnSync('kubectl', ['version', '--client', '-o', 'json']).stdout?.toString();
  const canRender = Number(/"minor": "(\d+)/.exec(version ?? '')?.[1]) >= 21;
  return {
    dockerfile: text('Dockerfile'),
    compose: yaml('docker-compose.yml'),
    prometheus: yaml('observability/prometheus.yaml'),
    /** Without a kubectl of 1.21 or newer, the first with a kustomize of version 4, nothing. */
    kubernetes: canRender ? readdirSync(join(root, 'k8s/overlays')).map((name) => render(root, name)) : [],
    /** The names of the variables that each service reads. */
    variables: Object.fromEntries(await Promise.all(read)),
  };
}

function render(root: string, name: string) {
  const folder = `k8s/overlays/${name}`;
  const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', join(root, folder)], {
    encoding: 'utf8',
    maxBuffer: 2 ** 24,
  });
  if (status !== 0) throw new Error(`${folder}: ${stderr}`);
  return { folder, objects: parseAllDocuments(stdout).map((one) => one.toJS() as KubernetesObject) };
}
