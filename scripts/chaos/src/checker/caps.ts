/** I3: no cap is exceeded, and every count equals the placements of its campaign, client or group's member. */
import { openNames, periods, type DecisionDoc } from './database.js';
import { grouped, isAccept, type Findings, type Problem } from './evidence.js';

/** Counts the leads that buyers accepted, then compares each count with the decisions. */
export function checkCaps(findings: Findings): Problem[] {
  return [...overshoots(findings), ...miscounts(findings)];
}

function overshoots({ campaigns, buyer, database }: Findings): Problem[] {
  const accepts = grouped(buyer.filter(isAccept), ({ path }) => path);
  return campaigns.flatMap(({ tenantId, campaignId, path, deliveryLimits }) => {
    const cap = deliveryLimits?.[0]?.cap;
    if (cap === undefined) return [];
    const subject = `${tenantId}/${campaignId}`;
    const taken = new Set((accepts.get(path) ?? []).map(({ key }) => key)).size;
    const id = `${tenantId}/campaign.${campaignId}`;
    const { daily } = database.counts.find(({ _id }) => _id === id) ?? {};
    const counted = new Set(openNames(database, id)).size + (daily?.placed ?? 0);
    return [
      ...(taken > cap ? [{ subject, what: `its buyer took ${taken} at a cap of ${cap}` }] : []),
      ...(counted > cap ? [{ subject, what: `holds ${counted}, placed and open, at a cap of ${cap}` }] : []),
    ];
  });
}

function miscounts({ stories, database }: Findings): Problem[] {
  const placements = [...stories.values()].flatMap(({ tenantId, ending, routed }) => {
    if (ending?.kind !== 'delivered' || !routed) return [];
    const at = routed.decision.reservedAt ?? routed.decidedAt;
    return countsOf(routed.decision).map((count) => ({ id: `${tenantId}/${count}`, at }));
  });
  const placed = grouped(placements, ({ id }) => id);
  const counts = new Map(database.counts.map((count) => [count._id, count]));
  return [...new Set([...placed.keys(), ...counts.keys()])].flatMap((subject) =>
    periods.flatMap((period) => {
      const { start = new Date(0), placed: counted = 0 } = counts.get(subject)?.[period] ?? {};
      const made = (placed.get(subject) ?? []).filter(({ at }) => at >= start).length;
      const what = `counts ${counted} ${period} placements where ${made} were made`;
      return counted === made ? [] : [{ subject, what }];
    }),
  );
}

/** The counts in which a routed lead is open, without its tenant. */
export function countsOf(decision: DecisionDoc['decision'] | undefined): readonly string[] {
  if (decision?.kind !== 'routed') return [];
  const { campaignId, clientId, groupCount } = decision;
  const counts = [campaignId && `campaign.${campaignId}`, clientId && `client.${clientId}`, groupCount];
  return counts.filter((count) => count !== undefined);
}
