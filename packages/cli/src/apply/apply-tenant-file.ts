/** `sluice apply`: brings a tenant file into the database. Applying it twice changes nothing the second time. */
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { allowOutbound, type TenantFile } from '@sluice/contracts';
import { wakeHeld, type ConfigurationChange } from '@sluice/pipeline';
import { openStores, sealingKey, type Stores } from '@sluice/store';
import { Problem } from '@sluice/local';
import { missingReferences } from './missing-references.js';
import { planChanges, type Change } from './plan-changes.js';
import { readTenantText } from './tenant-text.js';

/** Where and how a file is applied. */
export interface ApplyOptions {
  readonly mongoUrl: string;
  /** Where `${NAME}` in the file is taken from. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** 32 bytes, base64: vendor credentials are sealed with it. */
  readonly encryptionKey: string;
  /** Only says what would change. */
  readonly dryRun?: boolean;
}

/** What was applied, or would be. */
export interface Applied {
  readonly tenantId: string;
  /** One line a change; empty when there was nothing to change. */
  readonly changes: readonly string[];
  /** How many held leads are looked at again because of the changes. */
  readonly heldLeadsDue: number;
}

/** Applies the file at `path`. A {@link Problem} names what is wrong with it, and then nothing was changed. */
export async function applyTenantFile(path: string, options: ApplyOptions): Promise<Applied> {
  allowOutbound(cidrsOf(options.env['OUTBOUND_ALLOW']));
  const { file, refuse } = readTenantText(textOf(path), path, options.env);
  const stores = await openStores(options.mongoUrl);
  try {
    await stores.begin();
    const missing = await missingReferences(file, stores.forTenant(file.tenantId));
    if (missing.length > 0) refuse(missing);
    const changes = [
      ...(await planChanges(file, stores, stores.clock.now())),
      ...(await credentialsChange(file, stores, options.encryptionKey)),
    ];
    const heldLeadsDue = options.dryRun ? 0 : await makeChanges(stores, file.tenantId, changes);
    return { tenantId: file.tenantId, changes: changes.map(({ text }) => text), heldLeadsDue };
  } finally {
    await stores.close();
  }
}

/** Answers how many held leads are looked at again. What an earlier run changed and did not live to tell is told now. */
async function makeChanges(stores: Stores, tenantId: string, changes: readonly Change[]): Promise<number> {
  const { tenants } = stores;
  const [known, interrupted] = await Promise.all([tenants.find(tenantId), tenants.isChanging(tenantId)]);
  if (changes.length === 0 && !interrupted) return 0;
  await tenants.beginChange(tenantId);
  for (const change of changes) await change.apply();
  // A tenant that did not exist a moment ago holds no leads.
  if (!known) return 0;
  const heldLeadsDue = await wakeHeld(stores, tenantId, interrupted ? { tenant: true } : touchedBy(changes));
  await tenants.endChange(tenantId);
  return heldLeadsDue;
}

function touchedBy(changes: readonly Change[]): ConfigurationChange {
  const touched = changes.flatMap(({ touches }) => touches ?? []);
  return {
    campaigns: touched.flatMap(({ campaigns }) => campaigns ?? []),
    clients: touched.flatMap(({ clients }) => clients ?? []),
    deliveryEndpoints: touched.flatMap(({ deliveryEndpoints }) => deliveryEndpoints ?? []),
    tenant: touched.some(({ tenant }) => tenant),
  };
}

// The file is judged by the rule that the services will judge its addresses by.
function cidrsOf(variable: string | undefined): string[] {
  return (variable ?? '').split(',').flatMap((cidr) => (cidr.trim() === '' ? [] : [cidr.trim()]));
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new Problem(`The tenant file ${path} cannot be read; check the path.`);
  }
}

// Sealed values differ every time, so they are compared opened.
async function credentialsChange(
  { tenantId, providers }: TenantFile,
  stores: Stores,
  encryptionKey: string,
): Promise<readonly Change[]> {
  const keys = encryptionKey.split(',').map(sealingKey);
  const [current] = keys;
  if (!current) throw new Problem('ENCRYPTION_KEY is empty; set it to 32 bytes, base64.');
  const stored = await stores.tenants.credentials(tenantId, keys);
  if (isDeepStrictEqual(stored, JSON.parse(JSON.stringify(providers)))) return [];
  return [
    {
      text: `tenant ${tenantId}: vendor credentials changed (${Object.keys(providers).join(', ')})`,
      apply: () => stores.tenants.putCredentials(tenantId, providers, current),
    },
  ];
}
