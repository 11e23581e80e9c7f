/**
 * Builds that are broken on purpose, to show that the checker notices. The product has no switch for this: a service is
 * started with a module hook that changes one place of one compiled file while it is loaded.
 */
import { fileURLToPath } from 'node:url';
import type { Breakage } from '../options.js';

/** One place in a compiled file, and its replacement. */
export interface Mutation {
  /** The end of the file's path. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** The change that each breakage makes. */
export const mutations: Readonly<Record<Breakage, Mutation>> = {
  // Nothing requeues past-due work.
  'no-sweep': {
    file: 'packages/pipeline/dist/sweep/sweep.js',
    from: 'export function startSweep(core, sweepWithinMs = SWEEP_WITHIN_MS) {',
    to: 'export function startSweep(core) {\n    return { stop: async () => undefined };',
  },
  // The last writer wins, however long ago another one decided.
  'overwritable-journal': {
    file: 'packages/store/dist/commit/phases.js',
    from: 'const outcomes = await insertEach(collection, documents);',
    to: `const isJournal = collection.collectionName === 'decisions';
            const overwrite = (document) => collection.replaceOne({ _id: document._id }, document, { upsert: true });
            if (isJournal) await Promise.all(documents.map(overwrite));
            const outcomes = isJournal ? documents.map(() => 'inserted') : await insertEach(collection, documents);`,
  },
};

/** Node's arguments that install the breakage; none without one. */
export function breakingArguments(broken: Breakage | undefined): readonly string[] {
  if (broken === undefined) return [];
  const hook = new URL(`./register.js?${broken}`, import.meta.url);
  return ['--import', hook.href];
}

/**
 * The source with the mutation applied. Throws unless its place occurs exactly once: the product has then changed, and
 * a run labelled as broken would not be.
 */
export function mutated({ file, from, to }: Mutation, source: string): string {
  const parts = source.split(from);
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} places that read: ${from}`);
  return parts.join(to);
}

/** Whether the mutation changes the module at `url`. */
export function concerns({ file }: Mutation, url: string): boolean {
  return url.startsWith('file:') && fileURLToPath(url).endsWith(file);
}
