/** Tenant files for fault tests: the demo tenant's clients and buyers, with as many campaigns as a test needs. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { demoTenantAtNoon } from '@sluice/testing';

interface TenantText {
  readonly tenantId: string;
  readonly clients: readonly object[];
  readonly campaigns: readonly object[];
  readonly deliveryEndpoints: readonly object[];
  readonly [part: string]: unknown;
}

/** The additions of a test to the demo tenant. */
export interface TenantAdditions {
  readonly tenantId?: string;
  readonly clients?: readonly object[];
  readonly deliveryEndpoints?: readonly object[];
  readonly campaigns: readonly object[];
}

const folder = mkdtempSync(join(tmpdir(), 'sluice-tenant-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes the demo tenant with `additions` into a file of its own and returns its path. JSON is valid YAML. */
export function tenantFileWith({ tenantId, ...additions }: TenantAdditions): string {
  const demo = parse(demoTenantAtNoon()) as TenantText;
  const path = join(folder, `${randomUUID()}.yaml`);
  const tenant: TenantText = {
    ...demo,
    tenantId: tenantId ?? demo.tenantId,
    clients: [...demo.clients, ...(additions.clients ?? [])],
    deliveryEndpoints: [...demo.deliveryEndpoints, ...(additions.deliveryEndpoints ?? [])],
    campaigns: [...demo.campaigns, ...additions.campaigns],
  };
  writeFileSync(path, JSON.stringify(tenant));
  return path;
}
