/**
 * Shares decide how many batches of one tenant that call receivers run at once in a process. A running batch cannot be
 * interrupted, so a tenant never gets all places of a process, however many of its receivers hang.
 *
 * Further batches of the tenant wait in the process. Once one has waited too long while no place is free, they leave,
 * and later ones do not wait. They are called back one after another as its running batches end.
 */
import type { BatchRef } from './fair-queue.js';

type Ref = Pick<BatchRef, 'jobId' | 'tenantId'>;

/** The shares of all tenants in one process. */
export interface Shares {
  /** Does the `work` of a batch within its tenant's share. Resolves to `blocked` when the batch has to leave instead. */
  run(batch: Ref, work: () => Promise<void>): Promise<'ran' | 'blocked'>;
  /** Calls `comeBack` when there may be room for the batch, or at once if there has been since it had to leave. */
  whenFree(batch: Ref, comeBack: () => void): void;
  /** Calls back all batches that left, because this process will not run them any more. */
  close(): void;
}

/** The bounds of the shares of a process. */
export interface ShareBounds {
  /** How many batches of one tenant run at once. */
  readonly most: number;
  /** How long a batch may wait for its tenant's share while no place is free. */
  readonly patienceMs: number;
  /** Whether the process has no free place. */
  readonly isFull: () => boolean;
}

interface Tenant {
  running: number;
  isBlocked: boolean;
  waiting: Waiting[];
  /** Callbacks for the batches that left, by job. */
  readonly away: Map<string, () => void>;
}

interface Waiting {
  /** Receives whether the batch may run. */
  readonly begin: (mayRun: boolean) => void;
  readonly patience: NodeJS.Timeout;
}

// One batch fits when one has ended. The second makes up for a batch that another process has run meanwhile.
const CALLED_BACK = 2;

/** Creates shares of which nothing is used. */
export function createShares({ most, patienceMs, isFull }: ShareBounds): Shares {
  const tenants = new Map<string, Tenant>();

  function shareOf(tenantId: string): Tenant {
    const known = tenants.get(tenantId);
    if (known) return known;
    const tenant: Tenant = { running: 0, isBlocked: false, waiting: [], away: new Map() };
    tenants.set(tenantId, tenant);
    return tenant;
  }

  function enter(tenant: Tenant): Promise<boolean> | boolean {
    if (tenant.running < most) {
      tenant.running += 1;
      return true;
    }
    if (tenant.isBlocked) return false;
    return new Promise((begin) => {
      const look = () => (isFull() ? block(tenant) : void patience.refresh());
      const patience = setTimeout(look, patienceMs).unref();
      tenant.waiting.push({ begin, patience });
    });
  }

  function block(tenant: Tenant): void {
    tenant.isBlocked = true;
    for (const one of tenant.waiting.splice(0)) answer(one, false);
  }

  function answer({ begin, patience }: Waiting, mayRun: boolean): void {
    clearTimeout(patience);
    begin(mayRun);
  }

  function leave(tenantId: string, tenant: Tenant): void {
    const next = tenant.waiting.shift();
    if (next) return answer(next, true);
    tenant.running -= 1;
    if (tenant.running === 0) tenants.delete(tenantId);
    callBack(tenant, tenant.running === 0 ? Infinity : CALLED_BACK);
  }

  // The tenant stays blocked while batches of it are away, so that they do not fill the process again.
  function callBack(tenant: Tenant, atMost: number): void {
    for (const [jobId, comeBack] of [...tenant.away].slice(0, atMost)) {
      tenant.away.delete(jobId);
      comeBack();
    }
    tenant.isBlocked = tenant.away.size > 0;
  }

  return {
    async run({ jobId, tenantId }, work) {
      const tenant = shareOf(tenantId);
      tenant.away.delete(jobId);
      if (!(await enter(tenant))) return 'blocked';
      try {
        await work();
      } finally {
        leave(tenantId, tenant);
      }
      return 'ran';
    },
    whenFree({ jobId, tenantId }, comeBack) {
      const tenant = tenants.get(tenantId);
      if (tenant?.isBlocked === true) tenant.away.set(jobId, comeBack);
      else comeBack();
    },
    close() {
      for (const tenant of tenants.values()) callBack(tenant, Infinity);
    },
  };
}
