/**
 * The writes of a plan: each replaces one part of a tenant's configuration, has its effect once however often it is
 * made, and needs no key, because secrets in it are sealed already.
 */
import type { Tenant } from '@sluice/contracts';
import type { StoredPerson } from '../operators/stored-person.js';
import type { ItemChange } from './item-versions.js';
import type { SealedCredentials, SecretDocument } from '../tenants/tenant-document.js';

/** The kinds of items, by the collection that holds them. */
export type ItemKind =
  | 'campaigns'
  | 'offers'
  | 'clients'
  | 'deliveryEndpoints'
  | 'phoneNumbers'
  | 'smsAgents'
  | 'agentVariables'
  | 'suppliers'
  | 'suppressionLists'
  | 'valueSets'
  | 'lookups'
  | 'fieldLibrary';

/** One write. */
export type PlannedWrite =
  | { readonly kind: 'tenant'; readonly tenant: Tenant }
  | { readonly kind: 'secret'; readonly name: string; readonly secret: SecretDocument }
  | { readonly kind: 'credentials'; readonly credentials: SealedCredentials }
  | {
      readonly kind: 'item';
      readonly of: ItemKind;
      readonly id: string;
      readonly item: object;
      /** Names the item, without the fields that the service keeps. */
      readonly hash?: string;
    };

/** Makes a change of a tenant's configuration by `who` as one outside any plan; `line` says what it did. */
export type ChangeTenantOutside = <R>(
  tenantId: string,
  who: StoredPerson,
  change: (version: number) => Promise<R>,
  line: (result: R) => string | undefined,
) => Promise<R>;

/** Makes a write as part of the plan that made the version of `change`; repeating it has no effect. */
export type MakeWrite = (tenantId: string, write: PlannedWrite, change: ItemChange) => Promise<void>;
