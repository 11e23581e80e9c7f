/**
 * I9: every placed lead is sold once and booked once, to the buyer that took it. No other buyer is asked while one may
 * have the lead; no budget is exceeded; counts and ledger have the same money.
 */
import { generationOf, grouped, type Findings, type Story, type Violation } from './evidence.js';

type Problem = Omit<Violation, 'invariant'>;

/** Compares the ledger with the decisions, the attempts and the counts. */
export function checkOneSale(findings: Findings): Violation[] {
  return [
    ...salesOf(findings),
    ...[...findings.stories.values()].flatMap(askedTooSoon),
    ...money(findings),
    ...overspent(findings),
  ].map((violation) => ({ invariant: 'I9', ...violation }));
}

function salesOf({ stories, database }: Findings): Problem[] {
  const sales = grouped(
    database.ledger.filter(({ type }) => type === 'sale'),
    ({ tenantId, submissionId }) => `${tenantId}/${submissionId}`,
  );
  const unknown = [...sales.keys()]
    .filter((id) => !stories.has(id))
    .map((subject) => ({ subject, what: 'has a sale and does not exist' }));
  const wrong = [...stories.values()].flatMap(({ id, endings }) => {
    const ending = endings.at(-1)?.decision;
    const to = (sales.get(id) ?? []).map(({ placedCampaignId }) => placedCampaignId);
    const expected = ending?.kind === 'delivered' ? [ending.campaignId] : [];
    return JSON.stringify(to) === JSON.stringify(expected)
      ? []
      : [{ subject: id, what: `is booked as sold to [${to.join(', ')}], not to [${expected.join(', ')}]` }];
  });
  return [...unknown, ...wrong];
}

// From the first attempt of unknown outcome on, the buyer may have the lead.
function askedTooSoon({ id, attempts }: Story): Problem[] {
  const made = attempts.filter(({ ending }) => !ending);
  const first = made.find(({ outcome }) => !outcome || ['unknown', 'accepted'].includes(outcome.kind));
  if (!first) return [];
  return made
    .filter((attempt) => generationOf(attempt) > generationOf(first))
    .map(({ _id }) => ({
      subject: id,
      what: `was offered on by ${_id} although ${first._id} may have sold it`,
    }));
}

function money({ database }: Findings): Problem[] {
  const sold = new Map<string, number>();
  for (const { type, tenantId, placedCampaignId, clientId, minor, currency } of database.ledger) {
    if (type !== 'sale' || minor === 0) continue;
    for (const count of [`campaign.${placedCampaignId}`, `client.${clientId}`]) {
      const key = `${tenantId}/${count} ${currency}`;
      sold.set(key, (sold.get(key) ?? 0) + minor);
    }
  }
  const counted = new Map<string, number>(
    database.counts
      .filter(({ _id }) => !_id.includes('/group.'))
      .flatMap(({ _id, lifetime }) =>
        Object.entries(lifetime.money).map(
          ([currency, minor]) => [`${_id} ${currency}`, minor] as [string, number],
        ),
      ),
  );
  return [...new Set([...sold.keys(), ...counted.keys()])].flatMap((key) => {
    const [here, there] = [counted.get(key) ?? 0, sold.get(key) ?? 0];
    return here === there ? [] : [{ subject: key, what: `counts ${here} where the ledger has ${there}` }];
  });
}

function overspent({ campaigns, database }: Findings): Problem[] {
  return campaigns.flatMap(({ tenantId, campaignId, price }) => {
    const { budget } = price ?? {};
    if (budget === undefined) return [];
    const spent = database.ledger
      .filter((entry) => entry.tenantId === tenantId && entry.placedCampaignId === campaignId)
      .reduce((sum, { minor }) => sum + minor, 0);
    return spent > budget
      ? [{ subject: `${tenantId}/${campaignId}`, what: `spent ${spent} of a budget of ${budget}` }]
      : [];
  });
}
