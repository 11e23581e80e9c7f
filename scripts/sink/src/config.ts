/** The environment variables that the sink's process reads. */

/** The settings of the process. */
export interface SinkConfig {
  readonly port: number;
  /** The port of the mailbox. */
  readonly smtpPort: number;
  /** The address to listen on. */
  readonly host: string;
  readonly webhookSecret: string | undefined;
  /** Whether a supervisor started the process; if so, it ends with the supervisor. */
  readonly supervised: boolean;
}

/** The mailbox has the sink's port plus this. */
const MAILBOX_ABOVE = 25;

/** Reads the settings. Throws if the port is invalid. */
export function readSinkConfig(env: NodeJS.ProcessEnv = process.env): SinkConfig {
  const port = Number(env['SINK_PORT'] ?? 4800);
  if (!Number.isInteger(port) || port < 0 || port > 65_535 - MAILBOX_ABOVE)
    throw new Error('SINK_PORT must be a port number');
  return {
    port,
    smtpPort: port === 0 ? 0 : port + MAILBOX_ABOVE,
    host: env['SINK_HOST'] || '127.0.0.1',
    webhookSecret: env['SINK_WEBHOOK_SECRET'] || undefined,
    supervised: env['SLUICE_SUPERVISED'] === '1',
  };
}
