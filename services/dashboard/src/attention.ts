/** What needs attention, of every tenant: read in one go. */
import {
  quarantineReason,
  type LeadNeedingAttention,
  type LeadsNeedingAttention,
  type OpenCircuit,
  type QuarantineReason,
  type SetAside,
  type Stores,
  type UnknownOutcome,
} from '@sluice/store';

/** A quarantined submission, with why. */
export interface Quarantined extends LeadNeedingAttention {
  readonly why: QuarantineReason | undefined;
}

/** What of one tenant needs attention. */
export interface AttentionOfTenant {
  readonly tenantId: string;
  /** Set when it could not be read; then nothing is known of it. */
  readonly unread?: true;
  readonly counts: readonly LeadsNeedingAttention[];
  readonly quarantined: readonly Quarantined[];
  readonly unknown: readonly UnknownOutcome[];
  readonly unknownCount: number;
  readonly setAside: readonly SetAside[];
  readonly circuits: readonly OpenCircuit[];
}

const SHOWN = 50;

const nothingKnown = {
  unread: true,
  counts: [],
  quarantined: [],
  unknown: [],
  unknownCount: 0,
  setAside: [],
  circuits: [],
} as const;

/** Reads what needs attention now. */
export async function readAttention(stores: Stores): Promise<readonly AttentionOfTenant[]> {
  const tenants = await stores.tenants.all();
  return Promise.all(
    tenants.map(({ tenantId }) => ofTenant(stores, tenantId).catch(() => ({ ...nothingKnown, tenantId }))),
  );
}

async function ofTenant(stores: Stores, tenantId: string): Promise<AttentionOfTenant> {
  const of = stores.forTenant(tenantId);
  const [counts, quarantined, unknown, unknownCount, setAside, circuits] = await Promise.all([
    of.needsAttention.counts(),
    of.needsAttention.newest('quarantined', SHOWN),
    of.needsAttention.unknown(SHOWN),
    of.needsAttention.unknownCount(),
    of.needsAttention.setAside(SHOWN),
    of.openCircuits.open(stores.clock.now()),
  ]);
  return {
    tenantId,
    counts,
    quarantined: await Promise.all(
      quarantined.map(async (lead) => ({ ...lead, why: await quarantineReason(of, lead.submissionId) })),
    ),
    unknown,
    unknownCount,
    setAside,
    circuits,
  };
}
