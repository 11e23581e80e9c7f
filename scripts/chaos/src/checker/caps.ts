/** I3: no cap is exceeded, and every count equals the placements of its campaign, client or group's member. */
import { periods, type DecisionDoc } from './database.js';
import { grouped, isAccept, type Findings, type Violation } from './evidence.js';

type Problem = Omit<Violation, 'invariant'>;

/** Counts the leads that buyers accepted, then compares each count with the decisions. */
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
    const counted = database.counts
      .filter(({ _id }) => _id === `${tenantId}/campaign.${campaignId}`)
      .map(({ _id, open, [cap.period]: { placed } }) => ({ _id, placed, open: open.length }))
      .filter(({ placed, open }) => placed + open > cap.most)
      .map(({ _id, placed, open }) => ({
        subject: _id,
        what: `holds ${placed} and ${open} open at a cap of ${cap.most}`,
      }));
    return [...over, ...counted];
  });
}

function miscounts({ stories, database }: Findings): Problem[] {
  const placements = [...stories.values()].flatMap(({ tenantId, endings, routed }) => {
    if (endings.at(-1)?.decision.kind !== 'delivered' || !routed) return [];
    const at = routed.decision.reservedAt ?? routed.decidedAt;
    return countsOf(routed.decision).map((count) => ({ id: `${tenantId}/${count}`, at }));
  });
  const placed = grouped(placements, ({ id }) => id);
  const known = new Set(database.counts.map(({ _id }) => _id));
  const missing = [...placed.keys()]
    .filter((id) => !known.has(id))
    .map((id) => ({ subject: id, what: 'placements were decided that no count knows' }));
  const wrong = database.counts.flatMap((count) =>
    periods.flatMap((period) => {
      const { start = new Date(0), placed: counted } = count[period];
      const made = (placed.get(count._id) ?? []).filter(({ at }) => at >= start).length;
      return counted === made
        ? []
        : [{ subject: count._id, what: `counts ${counted} ${period} placements where ${made} were made` }];
    }),
  );
  return [...missing, ...wrong];
}

/** The counts in which a routed lead is open, without its tenant. */
export function countsOf(routed: DecisionDoc['decision'] | undefined): readonly string[] {
  const { kind, campaignId, clientId, groupCount } = routed ?? { kind: '' };
  if (kind !== 'routed') return [];
  return [
    ...(campaignId === undefined ? [] : [`campaign.${campaignId}`]),
    ...(clientId === undefined ? [] : [`client.${clientId}`]),
    ...(groupCount === undefined ? [] : [groupCount]),
  ];
}
