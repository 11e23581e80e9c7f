/**
 * Structured logging: one JSON line per unit of work, with ids and durations, never with personal data.
 */
import { createLogger as createWinston, format, transports, type Logger as WinstonLogger } from 'winston';

/** What code logs with; `child` adds fields to every line. */
export interface Logger {
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  debug(message: string, fields?: Readonly<Record<string, unknown>>): void;
  child(fields: Readonly<Record<string, unknown>>): Logger;
}

/** Logs to standard output as JSON lines that name the service. */
export function createLogger(service: string, level: string): Logger {
  return createWinston({
    level,
    defaultMeta: { service },
    format: format.combine(format.timestamp(), format.json()),
    transports: [new transports.Console()],
  }) satisfies WinstonLogger;
}

/** An error as log fields: its name, message, code and where it came from; never its payload. */
export function errorFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: String(error) };
  const { code } = error as { code?: unknown };
  return {
    error: error.message,
    errorName: error.name,
    ...(code !== undefined && { code }),
    stack: error.stack,
  };
}
