/** Where a workspace's program lies, by what its package.json offers. */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** The compiled program that workspace `@sluice/<name>` offers as its `./main`. Throws when it offers none. */
export function programPath(name: string): string {
  return require.resolve(`@sluice/${name}/main`);
}
