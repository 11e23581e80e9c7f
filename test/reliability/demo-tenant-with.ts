/** Tenant files for fault tests: the demo tenant's clients and buyers, with as many campaigns as a test needs. */
import { parse } from 'yaml';
import { demoTenantAtNoon } from '@sluice/testing';
import type { TenantFields } from '../installation/installation.js';

interface DemoTenant {
  readonly tenantId: string;
  readonly clients: readonly object[];
  readonly campaigns: readonly object[];
  readonly deliveryEndpoints: readonly object[];
}

/** The additions of a test to the demo tenant. */
export type TenantAdditions = Partial<DemoTenant> & Pick<DemoTenant, 'campaigns'>;

/** The demo tenant with `additions`. */
export function demoTenantWith({
  tenantId,
  clients = [],
  deliveryEndpoints = [],
  campaigns,
}: TenantAdditions): TenantFields {
  const demo = parse(demoTenantAtNoon()) as DemoTenant;
  return {
    ...demo,
    tenantId: tenantId ?? demo.tenantId,
    clients: [...demo.clients, ...clients],
    deliveryEndpoints: [...demo.deliveryEndpoints, ...deliveryEndpoints],
    campaigns: [...demo.campaigns, ...campaigns],
  };
}
