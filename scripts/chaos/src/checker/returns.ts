/** I10: a sale is taken back at most once, exactly if its return was approved, and no quota of returns is exceeded. */
import { grouped, submissionOf, type Findings, type Violation } from './evidence.js';

type Problem = Omit<Violation, 'invariant'>;

/** Compares the returns with the ledger, with what those who asked for them were told, and with their quotas. */
export function checkReturns(findings: Findings): Violation[] {
  return [...booked(findings), ...told(findings), ...quotas(findings)].map((violation) => ({
    invariant: 'I10',
    ...violation,
  }));
}

function booked({ database }: Findings): Problem[] {
  const entriesOf = (kind: string) =>
    grouped(
      database.ledger.filter(({ type }) => type === kind),
      ({ _id }) => submissionOf(_id),
    );
  const [sales, back] = [entriesOf('sale'), entriesOf('return')];
  const returns = new Map(database.returns.map((each) => [submissionOf(each._id), each]));
  const wrong = [...new Set([...returns.keys(), ...back.keys()])].flatMap((id) => {
    const stored = returns.get(id);
    const entries = (back.get(id) ?? []).map(({ minor, currency }) => `${minor} ${currency}`);
    const expected =
      stored?.status === 'approved'
        ? (sales.get(id) ?? []).map(({ minor, currency }) => `${0 - minor} ${currency}`)
        : [];
    if (JSON.stringify(entries) === JSON.stringify(expected)) return [];
    const is = `is ${stored?.status ?? 'no return'}`;
    return [{ subject: id, what: `${is} and books [${entries.join(', ')}], not [${expected.join(', ')}]` }];
  });
  const unfinished = database.returns
    .filter(({ status, dueAt }) => status === 'opening' || dueAt !== undefined)
    .map(({ _id, status }) => ({ subject: _id, what: `is ${status} and not finished` }));
  return [...wrong, ...unfinished];
}

function told({ client, database }: Findings): Problem[] {
  const statusOf = new Map(database.returns.map(({ returnId, status }) => [returnId, status]));
  const decided = new Set(client.flatMap((line) => (line.did === 'decided' ? [line.returnId] : [])));
  return client.flatMap((line) => {
    if (line.did !== 'decided' && line.did !== 'returned') return [];
    const status = statusOf.get(line.returnId);
    if (line.did === 'returned' && decided.has(line.returnId)) return [];
    return status === line.status
      ? []
      : [{ subject: line.returnId, what: `was answered ${line.status} and is ${status ?? 'not there'}` }];
  });
}

function quotas({ campaigns, database }: Findings): Problem[] {
  const counting = database.returns.filter(({ status }) => ['requested', 'approved'].includes(status));
  return campaigns.flatMap(({ tenantId, campaignId, returns }) => {
    if (!returns) return [];
    const isOwn = (one: { readonly tenantId: string; readonly placedCampaignId: string }) =>
      one.tenantId === tenantId && one.placedCampaignId === campaignId;
    const own = counting.filter(isOwn).map(({ submissionId }) => submissionId);
    const counted = database.returnQuotas
      .filter(({ _id }) => _id.startsWith(`${tenantId}/returns.${campaignId}.`))
      .flatMap((quota) => quota.counted);
    const sold = database.ledger.filter((entry) => entry.type === 'sale' && isOwn(entry)).length;
    const most = Math.ceil((sold * returns.maximumPercent) / 100);
    const subject = `${tenantId}/${campaignId}`;
    return [
      ...(own.length > most
        ? [{ subject, what: `took back ${own.length} of ${sold} at a quota of ${most}` }]
        : []),
      ...(JSON.stringify(own.toSorted()) === JSON.stringify(counted.toSorted())
        ? []
        : [{ subject, what: `counts ${counted.length} returns where there are ${own.length}` }]),
    ];
  });
}
