/**
 * Builds that are broken on purpose, to show that the checker notices. The product has no switch for it: a service is
 * started with a module hook that changes one place of one compiled file while it is loaded.
 */
import { fileURLToPath } from 'node:url';
import type { Breakage } from '../options.js';

/** One place in one compiled file, and what replaces it. */
export interface Mutation {
  /** How the file's path ends. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** What each breakage changes. */
export const mutations: Readonly<Record<Breakage, Mutation>> = {
  // Nothing requeues what is past due.
  'no-sweep': {
    file: 'packages/pipeline/dist/sweep/sweep.js',
    from: 'export function startSweep(core, lookWithinMs = LOOK_WITHIN_MS) {',
    to: 'export function startSweep(core) {\n    return { stop: async () => undefined };',
  },
  // The last writer decides, however long ago another one did.
  'overwritable-journal': {
    file: 'packages/store/dist/journal.js',
    from: "if ((await this.#batching.insert(document)) === 'inserted')",
    to: 'await this.#decisions.replaceOne({ _id }, document, { upsert: true });\n        if (document)',
  },
};

/** Node's arguments that break what it loads; none without a breakage. */
export function breakingArguments(broken: Breakage | undefined): readonly string[] {
  if (broken === undefined) return [];
  const hook = new URL(`./register.js?${broken}`, import.meta.url);
  return ['--import', hook.href];
}

/**
 * The source with the mutation's place changed. Throws when the place is not there exactly once: then the product has
 * changed, and a run that calls itself broken would not be.
 */
export function mutated({ file, from, to }: Mutation, source: string): string {
  const parts = source.split(from);
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} places that read: ${from}`);
  return parts.join(to);
}

/** Whether the module at `url` is the one that the mutation changes. */
export function concerns({ file }: Mutation, url: string): boolean {
  return url.startsWith('file:') && fileURLToPath(url).endsWith(file);
}
