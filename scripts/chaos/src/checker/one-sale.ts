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

function salesOf({ stories, database, campaignAt }: Findings): Problem[] {
  const sales = grouped(
    database.ledger.filter(({ type }) => type === 'sale'),
    ({ tenantId, submissionId }) => `${tenantId}/${submissionId}`,
  );
  const unknown = [...sales.keys()]
    .filter((id) => !stories.has(id))
    .map((subject) => ({ subject, what: 'has a sale and does not exist' }));
  const wrong = [...stories.values()].flatMap(({ id, tenantId, endings }) => {
    const ending = endings.at(-1)?.decision;
    const to = (sales.get(id) ?? []).map(
      ({ placedCampaignId, minor, currency }) => `${placedCampaignId} for ${minor} ${currency}`,
    );
    const { campaignId = '', price = 0, currency = 'USD' } = ending ?? {};
    const minor = Math.round(price * 100);
    const expected = ending?.kind === 'delivered' ? [`${campaignId} for ${minor} ${currency}`] : [];
    const booked =
      JSON.stringify(to) === JSON.stringify(expected)
        ? []
        : [{ subject: id, what: `is booked as sold to [${to.join(', ')}], not to [${expected.join(', ')}]` }];
    const asked = campaignAt.get(`${tenantId}/${campaignId}`)?.price;
    const prices = [asked?.minor ?? 0, asked?.answered ?? asked?.minor ?? 0];
    const priced =
      ending?.kind !== 'delivered' || prices.includes(minor)
        ? []
        : [{ subject: id, what: `was placed for ${minor}, not for ${prices.join(' or ')}` }];
    return [...booked, ...priced];
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

// Only an answer above the expected price may exceed a budget, by that difference. What comes back stays spent.
function overspent({ campaigns, database }: Findings): Problem[] {
  return campaigns.flatMap(({ tenantId, campaignId, price }) => {
    if (price?.budget === undefined) return [];
    const sales = database.ledger.filter(
      (entry) =>
        entry.type === 'sale' && entry.tenantId === tenantId && entry.placedCampaignId === campaignId,
    );
    const expected = sales.reduce((sum, { minor }) => sum + Math.min(minor, price.minor), 0);
    return expected > price.budget
      ? [{ subject: `${tenantId}/${campaignId}`, what: `spent ${expected} of a budget of ${price.budget}` }]
      : [];
  });
}
