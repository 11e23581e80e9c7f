/** Reads the deployment files into plain objects; the checks judge them. */
import { execFile } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';

/** A Kubernetes object, with the fields that are read generically. */
export type KubernetesObject = z.infer<typeof kubernetesObjectSchema>;

/** One folder of Kubernetes files, rendered if possible. */
export interface RenderedFolder {
  /** Relative to the project, e.g. `k8s/base`. */
  readonly folder: string;
  readonly objects: readonly KubernetesObject[];
}

/** Everything that is compared. */
export interface Manifests {
  readonly dockerfile: string;
  readonly compose: unknown;
  readonly kubernetes: readonly RenderedFolder[];
  /** The release workflow. */
  readonly release: unknown;
  /** Names of the variables in .env.example. */
  readonly documentedVariables: ReadonlySet<string>;
  /** Dependencies of each workspace on others, by package name, without development dependencies. */
  readonly workspaces: ReadonlyMap<string, readonly string[]>;
  /** False if kubectl was missing and the base was read file by file; then overlays are left out. */
  readonly rendered: boolean;
}

const kubernetesObjectSchema = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({
    name: z.string(),
    namespace: z.string().optional(),
    labels: z.record(z.string(), z.string()).optional(),
  }),
  spec: z.unknown().optional(),
});

const run = promisify(execFile);

/** Reads all manifests below `root`. Rejects if a file is missing or cannot be parsed or rendered. */
export async function readManifests(root: string): Promise<Manifests> {
  const text = (path: string): Promise<string> => readFile(join(root, path), 'utf8');
  const [dockerfile, composeText, release, environment, { kubernetes, rendered }, workspaces] =
    await Promise.all([
      text('Dockerfile'),
      text('docker-compose.yml'),
      text('.github/workflows/release.yml'),
      text('.env.example'),
      readKubernetes(root),
      readWorkspaces(root),
    ]);
  return {
    dockerfile,
    compose: parse(composeText, { merge: true }),
    release: parse(release),
    documentedVariables: new Set(
      [...environment.matchAll(/^#? ?([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name),
    ),
    kubernetes,
    rendered,
    workspaces,
  };
}

async function readKubernetes(root: string): Promise<{ kubernetes: RenderedFolder[]; rendered: boolean }> {
  const overlays = (await readdir(join(root, 'k8s', 'overlays'))).map((name) => `k8s/overlays/${name}`);
  try {
    const kubernetes: RenderedFolder[] = [];
    for (const folder of ['k8s/base', ...overlays]) {
      const { stdout } = await run('kubectl', ['kustomize', join(root, folder)], {
        maxBuffer: 16 * 1024 * 1024,
      });
      kubernetes.push({ folder, objects: objectsOf(stdout) });
    }
    return { kubernetes, rendered: true };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return { kubernetes: [await readUnrendered(root, 'k8s/base')], rendered: false };
  }
}

/** The base as its files define it; the files are complete, so little is missed. */
async function readUnrendered(root: string, folder: string): Promise<RenderedFolder> {
  const kustomization = z
    .looseObject({ resources: z.array(z.string()) })
    .parse(parse(await readFile(join(root, folder, 'kustomization.yaml'), 'utf8')));
  const files = await Promise.all(
    kustomization.resources.map((file) => readFile(join(root, folder, file), 'utf8')),
  );
  return { folder, objects: files.flatMap(objectsOf) };
}

function objectsOf(text: string): KubernetesObject[] {
  return parseAllDocuments(text).map((document) => {
    if (document.errors[0] !== undefined) throw document.errors[0];
    return kubernetesObjectSchema.parse(document.toJS());
  });
}

/** The object of that kind and name. */
export function findObject(
  objects: readonly KubernetesObject[],
  kind: string,
  name: string,
): KubernetesObject | undefined {
  return objects.find((object) => object.kind === kind && object.metadata.name === name);
}

async function readWorkspaces(root: string): Promise<Map<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  const folders = [
    ...(await readdir(join(root, 'packages'))).map((name) => `packages/${name}`),
    ...(await readdir(join(root, 'services'))).map((name) => `services/${name}`),
    'scripts',
  ];
  const packageSchema = z.looseObject({
    name: z.string(),
    dependencies: z.record(z.string(), z.string()).optional(),
  });
  for (const folder of folders) {
    const { name, dependencies = {} } = packageSchema.parse(
      JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8')),
    );
    found.set(
      name,
      Object.keys(dependencies).filter((dependency) => dependency.startsWith('@sluice/')),
    );
  }
  return found;
}
