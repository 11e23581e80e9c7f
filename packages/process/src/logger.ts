/** Structured logging: one JSON line per unit of work, with ids and durations, never with personal data. */
import { createLogger as createWinston, format, transports, type Logger as WinstonLogger } from 'winston';
import { gatheredLines } from './log-stream.js';
import { activeTracer } from './tracing/tracing.js';

/** The logger interface; `child` adds fields to every line. */
export interface Logger {
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  debug(message: string, fields?: Readonly<Record<string, unknown>>): void;
  child(fields: Readonly<Record<string, unknown>>): Logger;
}

const standardOutput = gatheredLines((text) => process.stdout.write(text));

/** Logs to standard output as JSON lines with the service, and with trace and request ids while a trace is active. */
export function createLogger(service: string, level: string): Logger {
  return createWinston({
    level,
    defaultMeta: { service },
    format: format.combine(
      format.timestamp(),
      format.printf((line) => JSON.stringify(withTrace(line))),
    ),
    transports: [new transports.Stream({ stream: standardOutput })],
  }) satisfies WinstonLogger;
}

function withTrace(line: object): object {
  const tracer = activeTracer();
  return tracer ? { ...tracer.fields(), ...line } : line;
}

/** Logs nothing: for commands, which write their own output, and for tests. */
export const silentLogger: Logger = {
  error: () => undefined,
  warn: () => undefined,
  info: () => undefined,
  debug: () => undefined,
  child: () => silentLogger,
};

/** An error as log fields: its name, message, code and stack; never its payload. */
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
