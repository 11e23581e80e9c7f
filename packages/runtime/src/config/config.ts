/**
 * Configuration: one zod object per service, made from shared fragments, read once at start.
 * All problems are reported together; secrets are masked in the summary. Nothing else reads the environment.
 */
import { z } from 'zod';

/** The variables are wrong or missing; the message names each with its remedy. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Variables that would undo a promise where real leads come in. */
const forDevelopmentOnly = ['OUTBOUND_ALLOW', 'FAILPOINT', 'JOB_BUDGET_MS'];

/**
 * Reads the environment by `shape`, whose keys are the variables' names. What is for development only is refused in
 * production, which is what a process is unless NODE_ENV says otherwise. Throws a {@link ConfigError}.
 */
export function readConfig<Shape extends z.ZodRawShape>(
  shape: Shape,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): z.infer<z.ZodObject<Shape>> {
  // An empty variable is an unset one, as in .env files.
  const given = Object.fromEntries(
    Object.keys(shape).flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  );
  const result = z.object(shape).safeParse(given);
  const misplaced = isProduction(shape, given) ? forDevelopmentOnly.filter((name) => given[name]) : [];
  if (result.success && misplaced.length === 0) return result.data;
  const problems = [
    ...(result.error?.issues ?? []).map(({ path, message }) => `  ${path.join('.')}: ${message}`),
    ...misplaced.map((name) => `  ${name}: is for development; unset it when NODE_ENV is production`),
  ];
  throw new ConfigError(`The environment is not as it has to be:\n${problems.join('\n')}`);
}

/**
 * Reads this process's environment; when it is not as it has to be, says why and ends the process with code 1. From
 * then on the process lives in UTC, so that nothing it does depends on where its machine stands.
 */
export function configFromEnvironment<Shape extends z.ZodRawShape>(
  shape: Shape,
): z.infer<z.ZodObject<Shape>> {
  process.env['TZ'] = 'UTC';
  try {
    return readConfig(shape);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

function isProduction(shape: z.ZodRawShape, given: Readonly<Record<string, string | undefined>>): boolean {
  return 'NODE_ENV' in shape && (given['NODE_ENV'] ?? 'production') === 'production';
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
  if (typeof value !== 'string') return value;
  return value.replace(/\/\/[^/@]*@/, '//***@').replace(/([?&]\w*password=)[^&#]*/gi, '$1***');
}
