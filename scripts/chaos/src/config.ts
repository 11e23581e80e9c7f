/** The environment variables that a chaos run reads. */
import { clockVariables } from '@sluice/testing';

/** The environment that every process of a run inherits. */
export function inheritedEnvironment(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return { PATH: env['PATH'], ...clockVariables(env) };
}
