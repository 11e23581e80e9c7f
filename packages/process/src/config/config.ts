/**
 * Configuration: one zod object per service, composed of shared fragments and read once at startup. All problems are
 * reported together, and secrets are masked in the summary. No other code reads the environment.
 */
import { problemsOf } from '@sluice/contracts';
import { z } from 'zod';

/** Environment variables are wrong or missing. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  /** `problems` name each variable with its remedy, in a line of their own. */
  constructor(readonly problems: readonly string[]) {
    super(`The environment is not as it has to be:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  }
}

/** Variables that would break a promise where real leads come in. */
const forDevelopmentOnly = ['OUTBOUND_ALLOW', 'FAILPOINT', 'JOB_BUDGET_MS'];

/**
 * Reads the environment by `shape`, whose keys are the variable names. Development-only variables are refused in
 * production, which is the default of NODE_ENV. Throws a {@link ConfigError}.
 */
export function readConfig<Shape extends z.ZodRawShape>(
  shape: Shape,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): z.infer<z.ZodObject<Shape>> {
  // An empty variable counts as unset, as in .env files.
  const given = Object.fromEntries(
    Object.keys(shape).flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  );
  const result = z.object(shape).safeParse(given);
  const misplaced = isProduction(shape, given) ? forDevelopmentOnly.filter((name) => given[name]) : [];
  if (result.success && misplaced.length === 0) return result.data;
  throw new ConfigError([
    // Also brings the wording of the problems into the bundle of every program.
    ...(result.error ? problemsOf(result.error) : []),
    ...misplaced.map((name) => `${name}: is for development; unset it when NODE_ENV is production`),
  ]);
}

/**
 * Reads this process's environment. If it is invalid, prints why and ends the process with code 1. Also sets the
 * process's time zone to UTC, so that nothing depends on the time zone of the machine.
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

/** The configuration for the startup log: secrets as `***`, credentials removed from URLs. */
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
