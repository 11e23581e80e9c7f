/**
 * Compiles every object as a literal of the type of its kind: Kubernetes' own, KEDA's and the Prometheus operator's. An
 * object literal may only have fields that its type declares, of their types.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@sluice/local';
import type { RenderedFolder } from './read-manifests.js';

const rendered = join(projectRoot, 'scripts', 'dist', 'manifests', 'rendered');
const compiler = join(projectRoot, 'node_modules', '@typescript', 'native', 'bin', 'tsc');
const compile = '--noEmit --strict --skipLibCheck --module esnext --moduleResolution bundler --ignoreConfig';
const ofGroups: Readonly<Record<string, string>> = {
  'keda.sh': '@kubernetes-models/keda',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
};

/** What the compiler says of each object that is not of its type, or whose kind is unknown; empty if there are none. */
export function checkSchemas(folders: readonly RenderedFolder[]): string[] {
  mkdirSync(rendered, { recursive: true });
  const files = folders.flatMap(({ folder, objects }) =>
    objects.map((object) => {
      const { apiVersion, kind, metadata } = object;
      const [group = ''] = apiVersion.split('/');
      const model = `${ofGroups[group] ?? 'kubernetes-models'}/${apiVersion}/${kind}`;
      const literal = `export const object: Kind = ${JSON.stringify(object)};\n`;
      const file = `${folder.replaceAll('/', '-')} ${kind} ${metadata.name}.ts`;
      writeFileSync(join(rendered, file), `import type { I${kind} as Kind } from '${model}';\n${literal}`);
      return file;
    }),
  );
  if (files.length === 0) return [];
  const args = [compiler, ...compile.split(' '), '--types', '', ...files];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: rendered, encoding: 'utf8' });
  return status === 0 ? [] : stdout.trim().split('\n');
}
