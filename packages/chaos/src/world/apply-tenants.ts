/** Brings the tenants into the database and gets each a key, by the operator's own command. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { programPath } from '@sluice/local';
import { tenantFile, type ChaosTenant } from './tenants.js';

const run = promisify(execFile);

/** Where the tenants are to go. */
export interface TenantsSetup {
  readonly folder: string;
  readonly sinkUrl: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Applies every tenant and answers a key for each, by tenant. */
export async function applyTenants(
  tenants: readonly ChaosTenant[],
  { folder, sinkUrl, env }: TenantsSetup,
): Promise<ReadonlyMap<string, string>> {
  const sluice = async (...args: readonly string[]) =>
    (await run(process.execPath, [programPath('cli'), ...args], { env })).stdout;
  await sluice('migrate');
  const keys = new Map<string, string>();
  for (const tenant of tenants) {
    const file = join(folder, `${tenant.tenantId}.json`);
    writeFileSync(file, tenantFile(tenant, sinkUrl, new Date()));
    await sluice('apply', file);
    const made = await sluice('keys', 'create', '--tenant', tenant.tenantId, '--name', 'chaos', '--json');
    keys.set(tenant.tenantId, (JSON.parse(made) as { key: string }).key);
  }
  return keys;
}
