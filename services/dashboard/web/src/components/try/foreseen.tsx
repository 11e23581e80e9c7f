/** What a what-if foresees: what becomes of one lead, and which of the last leads would end differently. */
import { moneyText } from '@sluice/contracts/words';
import type { adminWhatIfRecent, EndpointData, ForeseenView } from '@sluice/contracts';
import { Link } from 'react-router';
import { pathTo } from '../../api/request.js';
import { Badge, type Tone } from '../badge.js';
import { Panel } from '../panel.js';
import { Sentence, Sentences } from '../sentences.js';
import { Empty } from '../states.js';
import { Table } from '../table.js';

type Recent = EndpointData<typeof adminWhatIfRecent>;

const badgeTones: Readonly<Record<ForeseenView['tone'], Tone>> = {
  good: 'good',
  bad: 'bad',
  warn: 'warn',
  quiet: 'neutral',
};

export function Foreseen({
  title,
  foreseen: { label, tone, decisions, offered, plans, request },
}: {
  title: string;
  foreseen: ForeseenView;
}) {
  return (
    <Panel title={title} actions={<Badge tone={badgeTones[tone]}>{label}</Badge>}>
      <Sentences sentences={decisions} open={2} />
      {offered.length > 0 && <p>{offered.map(offeredWords).join(', then ')}.</p>}
      {plans.length > 0 && <p className="quiet">Effects it would plan: {plans.join(', ')}.</p>}
      {request && (
        <details className="call">
          <summary>Request to the buyer</summary>
          <pre tabIndex={0}>{[`${request.method} ${request.url}`, '', request.body].join('\n')}</pre>
        </details>
      )}
    </Panel>
  );
}

function offeredWords({ campaignId, group, price }: ForeseenView['offered'][number], n: number): string {
  const to = `${n === 0 ? 'Offered' : 'offered'} to ${campaignId}${group === undefined ? '' : ` of the group ${group}`}`;
  return `${to}, ${price ? `for ${moneyText(price.amount, price.currency)}` : 'without a price'}`;
}

/** What an answer cannot show. */
export function NotShown({ lines }: { readonly lines: readonly string[] }) {
  return <p className="quiet">Not shown. {lines.join(' ')}</p>;
}

type Offer = Pick<Recent['offered']['now'], 'leads' | 'unpriced' | 'money'>;

function offerWords({ leads, unpriced, money }: Offer): string {
  const earned = money.map(({ currency, amount }) => moneyText(amount, currency)).join(' and ');
  const sold = earned === '' ? `${leads} sold` : `${leads} sold for ${earned}`;
  return unpriced > 0 && earned !== '' ? `${sold}, ${unpriced} of them without a price` : sold;
}

type Buyer = Recent['offered']['now']['buyers'][number];

const buyerKey = ({ campaignId, group = '' }: Buyer) => `${group} ${campaignId}`;

interface Row {
  readonly key: string;
  readonly was: Buyer | undefined;
  readonly is: Buyer | undefined;
}

/** What each buyer would be offered, now and with the change. */
function Offers({ now, changed, isChanged }: Recent['offered'] & { readonly isChanged: boolean }) {
  const keys = [...new Set([...now.buyers, ...changed.buyers].map(buyerKey))];
  const rows = keys.map((key): Row => ({
    key,
    was: now.buyers.find((buyer) => buyerKey(buyer) === key),
    is: changed.buyers.find((buyer) => buyerKey(buyer) === key),
  }));
  return (
    <Table
      label="What each buyer would be offered"
      rows={rows}
      keyOf={({ key }) => key}
      empty={<Empty title="Nothing would be sold" />}
      columns={[
        { head: 'Group', cell: ({ was, is }) => (was ?? is)?.group ?? '' },
        { head: 'Buyer', cell: ({ was, is }) => (was ?? is)?.campaignId ?? '' },
        { head: 'Now', cell: ({ was }) => (was ? offerWords(was) : '') },
        ...(isChanged
          ? [{ head: 'With the change', cell: ({ is }: Row) => (is ? offerWords(is) : '') }]
          : []),
      ]}
    />
  );
}

export function Difference({
  recent: { looked, differ, offered, groups, leads, notShown },
  tenantId,
  isChanged,
}: {
  recent: Recent;
  tenantId: string;
  /** Whether there were unsaved items. */
  isChanged: boolean;
}) {
  if (!isChanged)
    return (
      <Panel title={`The last ${looked} real leads`}>
        <p>If every buyer took what it is offered: {offerWords(offered.now)}.</p>
        <Offers {...offered} isChanged={false} />
        <NotShown lines={notShown} />
      </Panel>
    );
  return (
    <Panel title={`${differ} of the last ${looked} real leads would end differently`}>
      <p className="quiet">Each lead was decided twice, as at the time it arrived.</p>
      <NotShown lines={notShown} />
      <p>
        If every buyer took what it is offered: {offerWords(offered.now)} now, and{' '}
        {offerWords(offered.changed)} with the change.
      </p>
      <Offers {...offered} isChanged />
      {groups.length > 0 && (
        <ul>
          {groups.map(({ from, to, count }) => (
            <li key={`${from} ${to}`}>
              {count}: {from} → {to}
            </li>
          ))}
        </ul>
      )}
      <Table
        label="Leads that would end differently"
        rows={leads}
        keyOf={({ leadId }) => leadId}
        empty={<Empty title="No lead would end differently" />}
        columns={[
          {
            head: 'Lead',
            cell: ({ leadId }) => <Link to={pathTo`/leads/${tenantId}/${leadId}`}>{leadId}</Link>,
          },
          { head: 'Now', cell: ({ from }) => from.label },
          { head: 'With the change', cell: ({ to }) => to.label },
          { head: 'Reason', cell: ({ because }) => <Sentence sentence={because} open={0} /> },
        ]}
      />
    </Panel>
  );
}
