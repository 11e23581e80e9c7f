/** The columns of the list of leads, and which of them are shown. */
import type { LeadRow, Names } from '@sluice/contracts';
import { moneyText } from '@sluice/contracts/words';
import { useState } from 'react';
import { Link } from 'react-router';
import { pathTo } from '../../api/request.js';
import { useAddress } from '../../api/use-address.js';
import { StatusBadge } from '../../components/badge.js';
import { Named } from '../../components/named.js';
import { PickField } from '../../components/pick-field.js';
import type { Column } from '../../components/table.js';
import { TimeAndAge } from '../../components/time.js';
import { valuesOf } from '../../frame/picks.js';

/** The columns that can be left out, each with its head and what it is in a CSV. */
const choices = {
  contact: ['Contact', 'email,phone'],
  campaign: ['Campaign', 'campaignId,campaign'],
  supplier: ['Supplier', 'supplierId,subId1'],
  status: ['Status', 'status'],
  buyer: ['Buyer', 'clientId,client'],
  price: ['Price', 'price,currency'],
  reason: ['Reason', 'reason'],
  created: ['Created', 'date,time'],
} as const;
type ColumnName = keyof typeof choices;
const names = Object.keys(choices) as ColumnName[];

function chosenIn(text: string | undefined): readonly ColumnName[] {
  const named = valuesOf(text);
  return names.filter((name) => named.includes(name));
}

/** The columns of a CSV of the chosen ones; undefined for the whole table. */
export function csvColumns(text: string | undefined): string | undefined {
  const chosen = chosenIn(text);
  if (chosen.length === 0) return undefined;
  return ['leadId,firstName,lastName', ...chosen.map((name) => choices[name][1])].join();
}

/** The choice of columns, which is kept in the page's address. */
export function ColumnChoice() {
  const [address, change] = useAddress();
  const [search, setSearch] = useState('');
  const options = names.map((value) => ({ value, label: choices[value][0] }));
  const chosen = chosenIn(address['columns']);
  return (
    <PickField
      label="Columns"
      none="All columns"
      many
      picked={options.filter(({ value }) => chosen.includes(value))}
      onPicked={(values) => change({ columns: values.join() })}
      options={options.filter(({ label }) => label.toLowerCase().includes(search.toLowerCase()))}
      hasMore={false}
      onSearch={setSearch}
    />
  );
}

interface Listed {
  readonly tenantId: string;
  readonly leads: readonly LeadRow[];
  readonly names: Names;
  /** Of the page's address. */
  readonly chosen: string | undefined;
}

/** The columns that are shown: the chosen ones or, without a choice, those that have something to show. */
export function columnsFor({ tenantId, leads, names: called, chosen }: Listed): readonly Column<LeadRow>[] {
  const picked = chosenIn(chosen);
  const isSupplied = leads.some(({ supplierId, subIds }) => supplierId ?? subIds?.subId1);
  const isShown = (name: ColumnName) =>
    picked.length === 0 ? name !== 'supplier' || isSupplied : picked.includes(name);
  const cells: Readonly<Record<ColumnName, Omit<Column<LeadRow>, 'head'>>> = {
    contact: {
      cell: ({ person: { email, phone } }) => (
        <span className="quiet">{[email, phone].filter((part) => part !== undefined).join(' · ')}</span>
      ),
    },
    campaign: { cell: ({ campaignId }) => <Named id={campaignId} names={called.campaigns} /> },
    // Who sent it, and from which site.
    supplier: {
      cell: ({ supplierId, subIds }) => (
        <>
          {supplierId !== undefined && <Named id={supplierId} names={called.suppliers} />}
          {subIds?.subId1 !== undefined && <div className="quiet">{subIds.subId1}</div>}
        </>
      ),
    },
    status: { shrink: true, cell: ({ status }) => <StatusBadge status={status} /> },
    buyer: {
      cell: ({ sale }) => sale && <Named id={sale.clientId ?? sale.campaignId} names={called.clients} />,
    },
    price: {
      number: true,
      cell: ({ sale }) => sale && (sale.unpriced ? 'no price' : moneyText(sale.amount, sale.currency)),
    },
    reason: { cell: ({ because }) => because && <span className="quiet">{because}</span> },
    created: { shrink: true, cell: ({ createdAt }) => <TimeAndAge at={createdAt} /> },
  };
  return [
    {
      head: 'Lead',
      cell: ({ leadId, person, isTest }) => (
        <>
          <Link to={pathTo`/leads/${tenantId}/${leadId}`}>{person.name ?? leadId}</Link>
          {isTest && <span className="quiet"> test</span>}
        </>
      ),
    },
    ...names.filter(isShown).map((name) => ({ head: choices[name][0], ...cells[name] })),
  ];
}
