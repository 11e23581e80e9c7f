/** What a what-if foresees: what becomes of one lead, and which of the last leads would end differently. */
import { moneyText } from '@sluice/contracts/words';
import type { adminWhatIfRecent, EndpointData, ForeseenView } from '@sluice/contracts';
import { Link } from 'react-router';
import { pathTo } from '../../api/request.js';
import { Badge, type Tone } from '../../components/badge.js';
import { Panel } from '../../components/panel.js';
import { Sentence, Sentences } from '../../components/sentences.js';
import { Empty } from '../../components/states.js';
import { Table } from '../../components/table.js';

type Recent = EndpointData<typeof adminWhatIfRecent>;

const badgeTones: Readonly<Record<ForeseenView['tone'], Tone>> = {
  good: 'good',
  bad: 'bad',
  warn: 'warn',
  quiet: 'neutral',
};

export function Foreseen({
  title,
  foreseen: { label, tone, decisions, plans, request },
}: {
  title: string;
  foreseen: ForeseenView;
}) {
  return (
    <Panel title={title} actions={<Badge tone={badgeTones[tone]}>{label}</Badge>}>
      <Sentences sentences={decisions} open={2} />
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

type Offer = Pick<Recent['offered']['now'], 'leads' | 'unpriced' | 'money'>;

function offerWords({ leads, unpriced, money }: Offer): string {
  const earned = money.map(({ currency, amount }) => moneyText(amount, currency)).join(' and ');
  const sold = earned === '' ? `${leads} sold` : `${leads} sold for ${earned}`;
  return unpriced > 0 && earned !== '' ? `${sold}, ${unpriced} of them without a price` : sold;
}

const buyerKey = ({ campaignId, group = '' }: Recent['offered']['now']['buyers'][number]) =>
  `${group} ${campaignId}`;

/** What each buyer would be offered, now and with the change. */
function Offers({ now, changed }: Recent['offered']) {
  const keys = [...new Set([...now.buyers, ...changed.buyers].map(buyerKey))];
  const rows = keys.map((key) => ({
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
        { head: 'With the change', cell: ({ is }) => (is ? offerWords(is) : '') },
      ]}
    />
  );
}

export function Difference({
  recent: { looked, differ, offered, groups, leads },
  tenantId,
}: {
  recent: Recent;
  tenantId: string;
}) {
  return (
    <Panel title={`${differ} of the last ${looked} real leads would end differently`}>
      <p className="quiet">
        Each lead was decided twice, at the time it arrived and with room under every cap. Changed dedupe
        settings are not considered: a duplicate stays a duplicate.
      </p>
      <p>
        If every buyer took what it is offered: {offerWords(offered.now)} now, and{' '}
        {offerWords(offered.changed)} with the change.
      </p>
      <Offers {...offered} />
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
