/** The environment of the health check, which is that of the service beside it. */

/** The port of the service's /healthz and /readyz. */
export const healthPort = (): string => process.env['HEALTH_PORT'] ?? '';
