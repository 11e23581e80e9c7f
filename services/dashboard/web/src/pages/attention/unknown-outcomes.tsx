/**
 * Submissions of unknown outcome, which only the buyer can clarify, several at once, and those that repeatedly end their workers.
 */
import type { adminListAttention, adminResolveOutcome, BuyerSays, EndpointData } from '@sluice/contracts';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../api/call.js';
import { asProblem, Problem } from '../../api/problem.js';
import { pathTo } from '../../api/request.js';
import { may } from '../../api/session.js';
import { Button } from '../../components/button.js';
import { confirm } from '../../components/confirm.js';
import { numberText } from '../../components/figure.js';
import { IdAndName } from '../../components/named.js';
import { Panel } from '../../components/panel.js';
import { Table, type Column } from '../../components/table.js';
import { TimeAndAge } from '../../components/time.js';
import { Until } from '../../components/until.js';
import { toastGood } from '../../components/toast.js';

type Attention = EndpointData<typeof adminListAttention>;
type Unknown = Attention['unknown'][number];
type Crashing = Attention['crashing'][number];

interface UnknownProps {
  readonly tenantId: string;
  readonly unknown: readonly Unknown[];
  /** How many there are, of which those are the newest. */
  readonly unknownCount: number;
}

export function UnknownOutcomes({ tenantId, unknown, unknownCount }: UnknownProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  if (unknown.length === 0) return null;
  const isChosen = ({ submissionId }: Unknown) => chosen.has(submissionId);
  const those = unknown.filter(isChosen);
  const choose = (some: readonly Unknown[], are: boolean) => {
    const next = new Set(chosen);
    for (const { submissionId } of some)
      if (are) next.add(submissionId);
      else next.delete(submissionId);
    setChosen(next);
  };
  const columns: readonly Column<Unknown>[] = [
    ...(may('adminResolveOutcome')
      ? [
          {
            head: 'Choose',
            shrink: true,
            cell: (one: Unknown) => (
              <label>
                <input
                  type="checkbox"
                  aria-label={`Choose ${one.leadId}`}
                  checked={isChosen(one)}
                  onChange={({ target }) => choose([one], target.checked)}
                />
              </label>
            ),
          },
        ]
      : []),
    { head: 'Lead', cell: ({ leadId }) => <LeadLink tenantId={tenantId} leadId={leadId} /> },
    {
      head: 'Campaign',
      cell: ({ campaignId, campaignName }) => <IdAndName id={campaignId} name={campaignName} />,
    },
    { head: 'Buyer', cell: ({ buyer }) => buyer ?? '–' },
    { head: 'Price', number: true, cell: ({ price }) => price ?? '–' },
    { head: 'Since', shrink: true, cell: ({ since }) => <TimeAndAge at={since} /> },
  ];
  const ask = (buyer: BuyerSays) => () => resolve(tenantId, those, buyer);
  return (
    <Panel
      title={
        unknownCount > unknown.length
          ? `Unknown outcomes, the newest ${numberText(unknown.length)} of ${numberText(unknownCount)}`
          : 'Unknown outcomes'
      }
      actions={
        may('adminResolveOutcome') && (
          <>
            <Button small onClick={() => choose(unknown, those.length < unknown.length)}>
              {those.length < unknown.length ? 'Choose all' : 'Choose none'}
            </Button>
            <Button small disabled={those.length === 0} onClick={ask('has_it')}>
              Buyer has it
            </Button>
            <Button small disabled={those.length === 0} onClick={ask('does_not_have_it')}>
              Buyer does not have it
            </Button>
          </>
        )
      }
    >
      <Table<Unknown>
        label="Unknown outcomes"
        columns={columns}
        rows={unknown}
        keyOf={({ submissionId }) => submissionId}
      />
    </Panel>
  );
}

const sayings: Readonly<Record<BuyerSays, readonly [does: string, means: string]>> = {
  has_it: ['The buyer has it', 'A lead becomes delivered, and its slot counts as a placement.'],
  does_not_have_it: [
    'The buyer does not have it',
    'A lead becomes failed and can be sent again, and its slot is released.',
  ],
};

// One after another; those that somebody else has resolved the same way count as resolved. One that is refused, because
// somebody said otherwise or the lead is on its way again, keeps none of the others back.
function resolve(tenantId: string, those: readonly Unknown[], buyer: BuyerSays): void {
  const [does, means] = sayings[buyer];
  confirm({
    title: `${does}?`,
    does,
    danger: true,
    what: (
      <>
        <ul>
          {those.map(({ submissionId, leadId, campaignId, campaignName, buyer: name, price }) => (
            <li key={submissionId}>
              {leadId}, {name ?? campaignName ?? campaignId}
              {price !== undefined && `, ${price}`}
            </li>
          ))}
        </ul>
        <p>{means} This cannot be undone.</p>
      </>
    ),
    run: async () => {
      const refused: string[] = [];
      for (const { submissionId, leadId } of those)
        await call<typeof adminResolveOutcome>(
          'POST',
          pathTo`/admin/v1/tenants/${tenantId}/submissions/${submissionId}/resolution`,
          { body: { buyer } },
        ).catch((error: unknown) => {
          refused.push(`${leadId}: ${asProblem(error).message}`);
        });
      const done = those.length - refused.length;
      if (done > 0)
        toastGood(done === 1 ? 'The outcome is resolved.' : `${numberText(done)} outcomes are resolved.`);
      if (refused.length > 0) throw new Problem('INVALID_STATE', refused.join(' '));
    },
  });
}

export function CrashingSubmissions({
  tenantId,
  crashing,
}: {
  readonly tenantId: string;
  readonly crashing: readonly Crashing[];
}) {
  if (crashing.length === 0) return null;
  return (
    <Panel title="Submissions that repeatedly crash their workers">
      <Table<Crashing>
        label="Submissions that repeatedly crash their workers"
        rows={crashing}
        keyOf={({ submissionId }) => submissionId}
        columns={[
          { head: 'Lead', cell: ({ leadId }) => <LeadLink tenantId={tenantId} leadId={leadId} /> },
          { head: 'Submission', cell: ({ submissionId }) => submissionId },
          { head: 'Worker crashes', number: true, cell: ({ deaths }) => numberText(deaths) },
          {
            head: 'Next try',
            shrink: true,
            cell: ({ nextLookAt }) => (nextLookAt === null ? 'on hold' : <Until at={nextLookAt} />),
          },
        ]}
      />
    </Panel>
  );
}

function LeadLink({ tenantId, leadId }: { readonly tenantId: string; readonly leadId: string }) {
  return <Link to={`/leads/${tenantId}/${leadId}`}>{leadId}</Link>;
}
