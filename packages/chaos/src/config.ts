/** What a chaos run reads from its environment. */
import { clockVariables } from '@sluice/testing';

/** The stores and settings that the environment names. */
export interface ChaosEnvironment {
  /** A MongoDB to use in place of an embedded one; it is only cut off, never killed. */
  readonly mongodbUrl: string | undefined;
  /** What every process of the run inherits. */
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
