/**
 * Configuration: one zod object per service, made from shared fragments, read once at start.
 * All problems are told together; secrets are masked in the summary. Nothing else reads the environment.
 */
import { z } from 'zod';

/** The variables are wrong or missing; the message names each with its remedy. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Reads the environment by `shape`, whose keys are the variables' names. Throws a {@link ConfigError}. */
export function readConfig<Shape extends z.ZodRawShape>(
  shape: Shape,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): z.infer<z.ZodObject<Shape>> {
  // An empty variable is an unset one, as in .env files.
  const given = Object.fromEntries(
    Object.keys(shape).flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  );
  const result = z.object(shape).safeParse(given);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`);
  throw new ConfigError(`The environment is not complete:\n${problems.join('\n')}`);
}

const SECRET_NAME = /KEY|PASSWORD|SECRET|TOKEN/;

/** The configuration for the log at start: secrets as `***`, credentials in URLs removed. */
export function maskedConfig(config: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(config).map(([name, value]) => [
      name,
      SECRET_NAME.test(name) ? '***' : withoutCredentials(value),
    ]),
  );
}

function withoutCredentials(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/\/\/[^/@]*@/, '//***@') : value;
}
