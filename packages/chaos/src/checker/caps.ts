/** I3: no cap is exceeded, and every counter equals the placements under it plus the open reservations. */
import { grouped, isAccept, type Findings, type Violation } from './evidence.js';

type Problem = Omit<Violation, 'invariant'>;

/** Counts the leads that buyers accepted, then compares each counter with the decisions. */
export function checkCaps(findings: Findings): Violation[] {
  return [...overshoots(findings), ...miscounts(findings)].map((violation) => ({
    invariant: 'I3',
    ...violation,
  }));
}

function overshoots({ campaigns, buyer, database }: Findings): Problem[] {
  const accepts = grouped(buyer.filter(isAccept), ({ path }) => path);
  return campaigns.flatMap(({ tenantId, campaignId, path, cap }) => {
    if (!cap) return [];
    const subject = `${tenantId}/${campaignId}`;
    const taken = new Set((accepts.get(path) ?? []).map(({ key }) => key)).size;
    const over =
      taken > cap.most ? [{ subject, what: `its buyer took ${taken} at a cap of ${cap.most}` }] : [];
    const counters = database.counters.filter(({ _id }) =>
      _id.startsWith(`${tenantId}/campaign.${campaignId}.${cap.counter}.`),
    );
    const counted = counters
      .filter(({ confirmed, open }) => confirmed + open.length > cap.most)
      .map(({ _id, confirmed, open }) => ({
        subject: _id,
        what: `holds ${confirmed} and ${open.length} open at a cap of ${cap.most}`,
      }));
    return [...over, ...counted];
  });
}

function miscounts({ stories, database }: Findings): Problem[] {
  const placed = new Map<string, number>();
  for (const { tenantId, endings, decisions } of stories.values()) {
    if (endings.at(-1)?.decision.kind !== 'delivered') continue;
    const routed = decisions.findLast(({ decision }) => decision.kind === 'routed')?.decision;
    for (const counter of routed?.slots ?? []) {
      const id = `${tenantId}/${counter}`;
      placed.set(id, (placed.get(id) ?? 0) + 1);
    }
  }
  const known = new Set(database.counters.map(({ _id }) => _id));
  const missing = [...placed.keys()]
    .filter((id) => !known.has(id))
    .map((id) => ({ subject: id, what: 'placements were decided under a counter that is not there' }));
  const wrong = database.counters
    .filter(({ _id, confirmed }) => confirmed !== (placed.get(_id) ?? 0))
    .map(({ _id, confirmed }) => ({
      subject: _id,
      what: `counts ${confirmed} placements where ${placed.get(_id) ?? 0} were made`,
    }));
  return [...missing, ...wrong];
}
