/** What leads and ledger say of suppliers and their sites, and what reports say, in the same form. */
import type { LeadReportRow, SupplierReportRow } from '@sluice/contracts';
import type { Db } from 'mongodb';

/** Numbers by name, such as `sup_north site-17 received` and, in minor units, `sup_north site-17 cost USD`. */
export type Sums = Readonly<Record<string, number>>;

type Named = readonly (readonly [name: string, value: number])[];

function sumsOf(named: Named): Sums {
  const sums: Record<string, number> = {};
  for (const [name, value] of named) sums[name] = (sums[name] ?? 0) + value;
  return Object.fromEntries(Object.entries(sums).filter(([, value]) => value !== 0));
}

interface Stored {
  readonly _id: string;
  readonly lastSubmissionId: string;
  readonly supplierId?: string;
  readonly subIds?: { readonly subId1?: string };
  readonly status: string;
  readonly type: string;
  readonly stage: string;
  readonly submissionId: string;
  readonly minor: number;
  readonly currency: string;
  readonly decision: { readonly kind: string };
}

/** Of each of a tenant's suppliers and sites: leads by how they ended, and money. */
export async function storedSums(db: Db): Promise<Sums> {
  const all = (name: string) => db.collection<Stored>(name).find().toArray();
  const [leads, submissions, ledger, decisions] = await Promise.all(
    ['leads', 'submissions', 'ledger', 'decisions'].map(all),
  );
  const statusOf = new Map(submissions?.map(({ _id, status }) => [idOf(_id), status]));
  const qualified = new Set(
    decisions?.flatMap(({ _id, decision }) =>
      decision.kind === 'qualified' ? [idOf(_id).split('.')[0]] : [],
    ),
  );
  const returned = new Set(
    ledger?.flatMap(({ type, submissionId }) => (type === 'return' ? [submissionId] : [])),
  );
  const nameOf = ({ supplierId, subIds }: Stored) => `${supplierId} ${subIds?.subId1}`;
  const counted = leads?.flatMap((lead): Named => {
    const last = lead.lastSubmissionId;
    const status = statusOf.get(last) ?? 'pending';
    const columns = ['received', status, ...(qualified.has(last) ? ['qualified'] : [])];
    return [...columns, ...(returned.has(last) ? ['returned'] : [])].map((name) => [
      `${nameOf(lead)} ${name}`,
      1,
    ]);
  });
  const money = ledger?.map((entry) => {
    const kind = entry.type.startsWith('cost') ? 'cost' : 'revenue';
    return [`${nameOf(entry)} ${kind} ${entry.currency}`, entry.minor] as const;
  });
  return sumsOf([...(counted ?? []), ...(money ?? [])]);
}

const idOf = (key: string) => key.slice(key.indexOf('/') + 1);
const minorOf = (amount: number) => Math.round(amount * 100);

const columns = ['received', 'qualified', 'delivered', 'rejected', 'returned', 'pending'] as const;
const others = ['disqualified', 'duplicate', 'failed', 'error'] as const;

/** The same, of a report by supplier and first sub id. */
export function reportedSums(rows: readonly LeadReportRow[]): Sums {
  return sumsOf(
    rows.flatMap((row): Named => {
      const name = `${row.supplier} ${row.subId1}`;
      return [
        ...[...columns, ...others].map((column) => [`${name} ${column}`, row[column]] as const),
        ...row.money.flatMap(({ currency, revenue, cost }): Named => [
          [`${name} revenue ${currency}`, minorOf(revenue)],
          [`${name} cost ${currency}`, minorOf(cost)],
        ]),
      ];
    }),
  );
}

/** What a supplier is told, by first sub id. */
export function toldSums(supplierId: string, rows: readonly SupplierReportRow[]): Sums {
  return sumsOf(
    rows.flatMap(({ subId1, payout, received, accepted, rejected, duplicate, pending }): Named => {
      const name = `${supplierId} ${subId1}`;
      const numbers = Object.entries({ received, accepted, rejected, duplicate, pending });
      return [
        ...numbers.map(([column, value]) => [`${name} ${column}`, value] as const),
        ...payout.map(({ currency, amount }) => [`${name} cost ${currency}`, minorOf(amount)] as const),
      ];
    }),
  );
}

/** What a supplier is to be told by these sums. */
export function tellableSums(supplierId: string, sums: Sums): Sums {
  const named = Object.entries(sums).flatMap(([name, value]): Named => {
    const [supplier, site, column = '', currency] = name.split(' ');
    const to = (told: string, times = 1) => [`${supplier} ${site} ${told}`, times * value] as const;
    if (supplier !== supplierId) return [];
    if (column === 'cost') return [to(`cost ${currency}`)];
    if (column === 'delivered') return [to('accepted')];
    if (column === 'returned') return [to('accepted', -1), to('rejected')];
    if (['received', 'duplicate', 'pending'].includes(column)) return [to(column)];
    return ['rejected', 'disqualified', 'failed', 'error'].includes(column) ? [to('rejected')] : [];
  });
  return sumsOf(named);
}
