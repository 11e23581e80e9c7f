/**
 * The operator's functions for other packages: applying a tenant file, ensuring a key, sending a file, simulating a
 * lead, and the command line itself for its reference.
 */
import type { Command } from 'commander';

export { applyTenantFile, type Applied } from './apply/apply-tenant-file.js';
export { ensureAdminKey, ensureDemoKey } from './keys/ensure-keys.js';
export { ensurePeople, type PersonToEnsure } from './people/ensure-people.js';
export { operatorLogin, type OperatorLogin } from './people/operator-login.js';
export { migratedText } from './migrate/migrated-text.js';
export { sendFile, type Sent } from './send/send-file.js';
export { simulateLead } from '@sluice/pipeline';

/** The command line, loaded only when it is asked for: with every command it is slow to load. */
export async function commandLine(): Promise<Command> {
  const { createProgram } = await import('./program.js');
  return createProgram();
}
