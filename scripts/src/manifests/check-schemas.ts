/**
 * Validates every object against the schema of its kind, as a cluster would: Kubernetes' own, KEDA's and the Prometheus
 * operator's. Their validators check the values but accept misspelt fields, which the compiler finds.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import ts from 'typescript';
import { projectRoot } from '@sluice/local';
import type { KubernetesObject, RenderedFolder } from './read-manifests.js';

/** A model of one kind, as the packages export it. */
type Model = new (object: unknown) => { validate(): void };

const require = createRequire(import.meta.url);
const ofGroups: Readonly<Record<string, string>> = {
  'keda.sh': '@kubernetes-models/keda',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
};

/** One sentence for each object that its schema refuses, or whose kind is unknown; empty if there are none. */
export function checkSchemas(folders: readonly RenderedFolder[]): string[] {
  const values = folders.flatMap(({ folder, objects }) =>
    objects.flatMap((object) =>
      checkValues(object).map((problem) => `${folder} ${nameOf(object)} ${problem}.`),
    ),
  );
  return values.length > 0 ? values : folders.flatMap(checkFields);
}

function checkValues(object: KubernetesObject): string[] {
  let model: Model | undefined;
  try {
    model = (require(moduleOf(object)) as Record<string, Model>)[object.kind];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
  }
  if (!model) return [`has the kind ${object.apiVersion} ${object.kind}, of which no schema is at hand`];
  try {
    new model(object).validate();
    return [];
  } catch (error) {
    return [`is refused: ${error instanceof Error ? error.message.replaceAll('\n', '; ') : String(error)}`];
  }
}

/**
 * Compiles the objects as literals of their types, because an object literal may only have fields that its type
 * declares.
 */
function checkFields({ folder, objects }: RenderedFolder): string[] {
  const path = join(projectRoot, 'scripts', `${folder.replaceAll('/', '-')}.rendered.ts`);
  const text = objects
    .map(
      (object, index) =>
        `import type { I${object.kind} as T${index} } from ${JSON.stringify(moduleOf(object))};\n` +
        `export const o${index}: T${index} = ${JSON.stringify(object)};`,
    )
    .join('\n');
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const fileExists = host.fileExists.bind(host);
  const getSourceFile = host.getSourceFile.bind(host);
  host.fileExists = (name) => name === path || fileExists(name);
  host.getSourceFile = (name, version, ...more) =>
    name === path ? ts.createSourceFile(name, text, version) : getSourceFile(name, version, ...more);
  const program = ts.createProgram([path], options, host);
  return program.getSemanticDiagnostics(program.getSourceFile(path)).map(({ start = 0, messageText }) => {
    const object = objects[Math.floor((text.slice(0, start).split('\n').length - 1) / 2)];
    const message = ts.flattenDiagnosticMessageText(messageText, ' ').replace(/ in type .*$/s, '');
    return `${folder} ${object ? nameOf(object) : ''} is refused: ${message}.`;
  });
}

function moduleOf({ apiVersion, kind }: KubernetesObject): string {
  const [group = ''] = apiVersion.split('/');
  return `${ofGroups[group] ?? 'kubernetes-models'}/${apiVersion}/${kind}`;
}

function nameOf({ kind, metadata }: KubernetesObject): string {
  return `${kind} ${metadata.name}`;
}
