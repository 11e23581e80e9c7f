/** The configuration of a tenant, as it is examined, and what is said of it. */
import type {
  Campaign,
  Client,
  DeliveryEndpoint,
  Lookup,
  Offer,
  PhoneNumber,
  ProviderCredentials,
  SmsAgent,
  Supplier,
  Tenant,
  ValueSet,
} from '@sluice/contracts';

/** The whole configuration of one tenant. */
export interface TenantConfiguration {
  readonly tenant: Tenant;
  readonly campaigns: readonly Campaign[];
  readonly clients: readonly Client[];
  readonly offers: readonly Offer[];
  readonly deliveryEndpoints: readonly DeliveryEndpoint[];
  readonly phoneNumbers: readonly PhoneNumber[];
  readonly smsAgents: readonly SmsAgent[];
  readonly valueSets: readonly ValueSet[];
  readonly lookups: readonly Lookup[];
  readonly suppliers: readonly Supplier[];
  /** Which of them have a key that works. */
  readonly suppliersWithKey: ReadonlySet<string>;
  /** Absent if they cannot be decrypted. */
  readonly credentials: ProviderCredentials | undefined;
  /** The names of the tenant's secrets; absent if they are not known. */
  readonly secrets?: readonly string[];
  /** Whether the installation has a mail server, for tenants without one; absent if that is not known. */
  readonly hasMailServer?: boolean;
}

/** A problem without its full stop, and its remedy. */
export type Reported = readonly [problem: string, remedy: string];
