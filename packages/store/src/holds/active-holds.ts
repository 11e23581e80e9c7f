/** Whose calls are on hold now: those of the whole installation, or of single tenants. Workers ask before each call. */
import type { HoldStore } from './hold.js';
import type { TenantHolds } from './tenant-holds.js';
import { TtlCache } from '../configuration/ttl-cache.js';
import { INSTALLATION } from '../people/member-document.js';

/** Every hold in force. */
export interface HoldsInForce {
  readonly installation: boolean;
  readonly tenants: ReadonlySet<string>;
}

/** A hold takes effect in every process within this time. */
const HOLD_STALENESS_MS = 2_000;
/** One read serves a batch that finds its tenant on hold. */
const READ_AGAIN_AFTER_MS = 100;
const ALL = 'all';

/** Whether calls are on hold. */
export class ActiveHolds {
  readonly #installation: HoldStore;
  readonly #tenants: TenantHolds;
  readonly #known = new TtlCache<HoldsInForce>(HOLD_STALENESS_MS);
  readonly #fresh = new TtlCache<HoldsInForce>(READ_AGAIN_AFTER_MS);

  constructor(installation: HoldStore, tenants: TenantHolds) {
    this.#installation = installation;
    this.#tenants = tenants;
  }

  /** Every hold in force now. */
  async read(): Promise<HoldsInForce> {
    const [whole, ofTenants] = await Promise.all([this.#installation.current(), this.#tenants.all()]);
    return {
      installation: whole !== undefined,
      tenants: new Set(ofTenants.map(({ tenantId }) => tenantId)),
    };
  }

  /**
   * Whether the calls of a tenant are on hold. A new hold is known within two seconds. An ended one at once: otherwise
   * work would be put on hold after its release. What belongs to no tenant never is: these are mails about accounts, and
   * whoever is to end a hold may have forgotten the password.
   */
  async concern(tenantId: string): Promise<boolean> {
    if (tenantId === INSTALLATION) return false;
    const read = () => this.read();
    return (
      concerns(await this.#known.get(ALL, read), tenantId) &&
      concerns(await this.#fresh.get(ALL, read), tenantId)
    );
  }
}

function concerns({ installation, tenants }: HoldsInForce, tenantId: string): boolean {
  return installation || tenants.has(tenantId);
}
