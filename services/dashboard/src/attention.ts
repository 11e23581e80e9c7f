/** What needs a person, of every tenant: read in one go. */
import {
  quarantineReason,
  type LeadForPeople,
  type LeadsForPeople,
  type OpenCircuit,
  type QuarantineReason,
  type SetAside,
  type Stores,
  type UnknownOutcome,
} from '@sluice/store';

/** A quarantined submission, with why. */
export interface Quarantined extends LeadForPeople {
  readonly why: QuarantineReason | undefined;
}

/** What of one tenant needs a person. */
export interface AttentionOfTenant {
  readonly tenantId: string;
  /** Set when it could not be read; then nothing is known of it. */
  readonly unread?: true;
  readonly counts: readonly LeadsForPeople[];
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

/** Reads what needs a person now. */
export async function readAttention(stores: Stores): Promise<readonly AttentionOfTenant[]> {
  const tenants = await stores.tenants.all();
  return Promise.all(
    tenants.map(({ tenantId }) => ofTenant(stores, tenantId).catch(() => ({ ...nothingKnown, tenantId }))),
  );
}

async function ofTenant(stores: Stores, tenantId: string): Promise<AttentionOfTenant> {
  const of = stores.forTenant(tenantId);
  const [counts, quarantined, unknown, unknownCount, setAside, circuits] = await Promise.all([
    of.needingPeople.counts(),
    of.needingPeople.newest('quarantined', SHOWN),
    of.needingPeople.unknown(SHOWN),
    of.needingPeople.unknownCount(),
    of.needingPeople.setAside(SHOWN),
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
