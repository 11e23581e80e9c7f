/** Sends SIGTERM to a service of an installation. */
import { eventually } from '@sluice/testing';
import type { ServiceName } from '@sluice/local';
import type { Installation } from '../installation/installation.js';

/**
 * Sends SIGTERM and waits until the process has noticed it, because requests that arrive at the same moment may still
 * be answered.
 */
export async function stopNoticed(installation: Installation, service: ServiceName): Promise<void> {
  const logBefore = installation.log(service).length;
  installation.signal(service, 'SIGTERM');
  await eventually(`${service} stops`, () =>
    installation.log(service).slice(logBefore).includes('"stopping"'),
  );
}
