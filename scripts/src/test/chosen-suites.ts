/** Which suites a command line of `npm test` chooses. The end of a file's name says of which kind its suite is. */
import { Problem, projectRoot } from '@sluice/local';
import { TestPathPatterns } from '@jest/pattern';
import { buildArgv } from 'jest';
import { listTestFiles } from './run-jest.js';

/** In the order in which they run: first those that answer soonest. */
const kinds = ['usual', 'long', 'alone', 'nightly'] as const;

/** When and how a suite runs (CONTRIBUTING.md, "Tests"). */
export type SuiteKind = (typeof kinds)[number];

/** The options that choose suites by their kind. */
const kindsByOption: Readonly<Record<string, readonly SuiteKind[]>> = {
  '--usual': ['usual'],
  '--long': ['long', 'alone'],
  '--nightly': ['nightly'],
};

/** What a command line chooses. */
export interface ChosenSuites {
  /** In the order in which they run, each in a run of its own. */
  readonly kinds: readonly SuiteKind[];
  /** Passed on to jest: paths, `-t` and others. */
  readonly args: readonly string[];
}

/**
 * Without a path, the suites of the kinds that the options name, by default the usual ones. With paths, those of every
 * kind that they match, or of the named kinds alone. Rejects with a `Problem` that names a path which matches none.
 */
export async function chooseSuites(
  given: readonly string[],
  listFiles: () => Promise<readonly string[]> = listTestFiles,
): Promise<ChosenSuites> {
  const named = given.flatMap((arg) => kindsByOption[arg] ?? []);
  const args = given.filter((arg) => !(arg in kindsByOption));
  const paths = await pathsIn(args);
  if (paths.length === 0) return { kinds: inOrder(named.length > 0 ? named : ['usual']), args };

  const files = (await listFiles()).filter((file) => named.length === 0 || named.includes(kindOf(file)));
  const matched = paths.map((path) => {
    const pattern = new TestPathPatterns([path]).toExecutor({ rootDir: projectRoot });
    const found = files.filter((file) => pattern.isMatch(file));
    if (found.length === 0) throw new Problem(`No ${named.join(' or ') || 'test'} suite matches ${path}.`, 2);
    return found;
  });
  return { kinds: inOrder(matched.flat().map(kindOf)), args };
}

const inOrder = (some: readonly SuiteKind[]) => kinds.filter((kind) => some.includes(kind));

const kindOf = (file: string) =>
  (/\.(long|alone|nightly)\.test\.ts$/.exec(file)?.[1] ?? 'usual') as SuiteKind;

/** The paths of test files among arguments for jest, which knows which of its options take a value. */
async function pathsIn(args: readonly string[]): Promise<string[]> {
  const parsed = await buildArgv([...args]).catch((error: unknown) => {
    throw new Problem((error as Error).message.trim(), 2);
  });
  const { _: paths, testPathPatterns = [], findRelatedTests } = parsed;
  // The paths are then those of sources.
  return findRelatedTests ? [] : [...paths, ...testPathPatterns].map(String);
}
