/** I7: a sale is taken back at most once, exactly if its return was approved, and no quota of returns is exceeded. */
import { grouped, submissionOf, type Findings, type Problem } from './evidence.js';

/** Compares the returns with the ledger, with what those who asked for them were told, and with their quotas. */
export function checkReturns(findings: Findings): Problem[] {
  return [...booked(findings), ...toldOtherwise(findings), ...quotas(findings)];
}

function booked({ database }: Findings): Problem[] {
  const amounts = (type: string) => {
    const entries = database.ledger.filter((entry) => entry.type === type);
    return grouped(entries, ({ _id }) => submissionOf(_id));
  };
  const [sales, back] = [amounts('sale'), amounts('return')];
  const statusOf = new Map(database.returns.map(({ _id, status }) => [submissionOf(_id), status]));
  const wrong = [...new Set([...statusOf.keys(), ...back.keys()])].flatMap((id) => {
    const status = statusOf.get(id) ?? 'no return';
    const books = (back.get(id) ?? []).map(({ minor, currency }) => `${minor} ${currency}`).join(', ');
    const sold = status === 'approved' ? (sales.get(id) ?? []) : [];
    const expected = sold.map(({ minor, currency }) => `${0 - minor} ${currency}`).join(', ');
    return books === expected
      ? []
      : [{ subject: id, what: `is ${status} and books [${books}], not [${expected}]` }];
  });
  const unfinished = database.returns
    .filter(({ status, dueAt }) => status === 'opening' || dueAt !== undefined)
    .map(({ _id, status }) => ({ subject: _id, what: `is ${status} and not finished` }));
  return [...wrong, ...unfinished];
}

function toldOtherwise({ told, database }: Findings): Problem[] {
  const statusOf = new Map(database.returns.map(({ returnId, status }) => [returnId, status]));
  // What was said last about each return; nobody but its sender decides it.
  const last = new Map(told.map(({ returnId, status }) => [returnId, status]));
  return [...last]
    .filter(([returnId, status]) => statusOf.get(returnId) !== status)
    .map(([returnId, status]) => ({
      subject: returnId,
      what: `was answered ${status} and is ${statusOf.get(returnId) ?? 'not there'}`,
    }));
}

function quotas({ campaigns, database }: Findings): Problem[] {
  return campaigns.flatMap(({ tenantId, campaignId, returns }) => {
    const isOwn = (one: { readonly tenantId: string; readonly placedCampaignId: string }) =>
      one.tenantId === tenantId && one.placedCampaignId === campaignId;
    const own = database.returns
      .filter((one) => isOwn(one) && ['requested', 'approved'].includes(one.status))
      .map(({ submissionId }) => submissionId);
    const counted = database.returnQuotas
      .filter(({ _id }) => _id.startsWith(`${tenantId}/returns.${campaignId}.`))
      .flatMap((quota) => quota.counted);
    const sold = database.ledger.filter((entry) => entry.type === 'sale' && isOwn(entry)).length;
    const most = Math.ceil((sold * (returns?.maximumPercent ?? 0)) / 100);
    const isCounted = own.toSorted().join() === counted.toSorted().join();
    return [
      ...(own.length > most ? [`took back ${own.length} of ${sold} at a quota of ${most}`] : []),
      ...(isCounted ? [] : [`counts ${counted.length} returns where there are ${own.length}`]),
    ].map((what) => ({ subject: `${tenantId}/${campaignId}`, what }));
  });
}
