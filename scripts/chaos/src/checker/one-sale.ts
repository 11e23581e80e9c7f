/**
 * I6: every placed lead is sold once and booked once, to the buyer that took it. No other buyer is asked while one may
 * have the lead; no budget is exceeded; counts and ledger have the same money.
 */
import {
  differences,
  generationOf,
  grouped,
  sums,
  type Findings,
  type Problem,
  type Story,
} from './evidence.js';

/** Compares the ledger with the decisions, the attempts and the counts. */
export function checkOneSale(findings: Findings): Problem[] {
  return [
    ...salesOf(findings),
    ...[...findings.stories.values()].flatMap(askedTooSoon),
    ...money(findings),
    ...overspent(findings),
  ];
}

function salesOf({ stories, database, campaignAt }: Findings): Problem[] {
  const sales = grouped(
    database.ledger.filter(({ type }) => type === 'sale'),
    ({ tenantId, submissionId }) => `${tenantId}/${submissionId}`,
  );
  return [...new Set([...sales.keys(), ...stories.keys()])].flatMap((subject) => {
    const { tenantId, ending } = stories.get(subject) ?? {};
    const { campaignId = '', price = 0, currency = 'USD' } = ending ?? {};
    const isPlaced = ending?.kind === 'delivered';
    const expected = isPlaced ? `${campaignId} for ${Math.round(price * 100)} ${currency}` : '';
    const booked = (sales.get(subject) ?? [])
      .map((sale) => `${sale.placedCampaignId} for ${sale.minor} ${sale.currency}`)
      .join(', ');
    const { price: asks, answered } = campaignAt.get(`${tenantId}/${campaignId}`) ?? {};
    const prices = [asks?.amount ?? 0, answered ?? asks?.amount ?? 0];
    const isPriced = !isPlaced || prices.includes(price);
    return [
      ...(booked === expected ? [] : [`is booked as sold to [${booked}], not to [${expected}]`]),
      ...(isPriced ? [] : [`was placed for ${price}, not for ${prices.join(' or ')}`]),
    ].map((what) => ({ subject, what }));
  });
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
  const sold = database.ledger
    .filter(({ type }) => type === 'sale')
    .flatMap(({ tenantId, placedCampaignId, clientId, minor, currency }) =>
      [`campaign.${placedCampaignId}`, `client.${clientId}`].map(
        (count) => [`${tenantId}/${count} ${currency}`, minor] as const,
      ),
    );
  const counted = database.counts
    .filter(({ _id }) => !_id.includes('/group.'))
    .flatMap(({ _id, lifetime }) =>
      Object.entries(lifetime.money).map(([currency, minor]) => [`${_id} ${currency}`, minor] as const),
    );
  return differences(sums(counted), sums(sold)).map(([subject, here, there]) => ({
    subject,
    what: `counts ${here} where the ledger has ${there}`,
  }));
}

// Only an answer above the expected price may exceed a budget, by that difference. What comes back stays spent.
function overspent({ campaigns, database }: Findings): Problem[] {
  return campaigns.flatMap(({ tenantId, campaignId, price, deliveryLimits }) => {
    const budget = deliveryLimits?.[0]?.budget;
    const own = database.ledger.filter(
      (entry) =>
        entry.type === 'sale' && entry.tenantId === tenantId && entry.placedCampaignId === campaignId,
    );
    const most = (price?.amount ?? 0) * 100;
    const expected = own.reduce((sum, { minor }) => sum + Math.min(minor, most), 0);
    return budget !== undefined && expected > budget * 100
      ? [{ subject: `${tenantId}/${campaignId}`, what: `spent ${expected} of a budget of ${budget * 100}` }]
      : [];
  });
}
