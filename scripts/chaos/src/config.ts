/** The environment variables that a chaos run reads. */
import { clockVariables } from '@sluice/testing';

/** The stores and settings in the environment. */
export interface ChaosEnvironment {
  /** A MongoDB to use instead of an embedded one; it is only disconnected, never killed. */
  readonly mongodbUrl: string | undefined;
  /** The environment that every process of the run inherits. */
  readonly inherited: NodeJS.ProcessEnv;
}

/** Reads the environment. */
export function readChaosEnvironment(env: NodeJS.ProcessEnv = process.env): ChaosEnvironment {
  const { PATH, HOME, TMPDIR, LANG } = env;
  return {
    mongodbUrl: env['MONGODB_URL'] || undefined,
    inherited: Object.fromEntries(
      Object.entries({ PATH, HOME, TMPDIR, LANG, ...clockVariables(env) }).filter(
        ([, value]) => value !== undefined,
      ),
    ),
  };
}
