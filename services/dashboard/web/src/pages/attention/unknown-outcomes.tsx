/** Submissions of unknown outcome, which only the buyer can clarify, and those that repeatedly end their workers. */
import type { adminListAttention, adminResolveOutcome, BuyerSays, EndpointData } from '@sluice/contracts';
import { Link } from 'react-router';
import { call } from '../../api/call.js';
import { pathTo } from '../../api/request.js';
import { may } from '../../api/session.js';
import { Button } from '../../components/button.js';
import { confirm } from '../../components/confirm.js';
import { numberText } from '../../components/figure.js';
import { Panel } from '../../components/panel.js';
import { Table, type Column } from '../../components/table.js';
import { Ago } from '../../components/time.js';
import { toastGood } from '../../components/toast.js';

type Attention = EndpointData<typeof adminListAttention>;
type Unknown = Attention['unknown'][number];
type Crashing = Attention['crashing'][number];

interface UnknownProps {
  readonly tenantId: string;
  readonly unknown: readonly Unknown[];
}

export function UnknownOutcomes({ tenantId, unknown }: UnknownProps) {
  if (unknown.length === 0) return null;
  const columns: readonly Column<Unknown>[] = [
    { head: 'Lead', cell: ({ leadId }) => <LeadLink tenantId={tenantId} leadId={leadId} /> },
    { head: 'Campaign', cell: ({ campaignId }) => campaignId },
    { head: 'Since', shrink: true, cell: ({ since }) => <Ago at={since} /> },
    ...(may('operate')
      ? [
          {
            head: 'Buyer’s answer',
            shrink: true,
            cell: ({ submissionId }: Unknown) => (
              <span className="actions">
                <Button small onClick={() => resolve(tenantId, submissionId, 'has_it')}>
                  Has it
                </Button>
                <Button small onClick={() => resolve(tenantId, submissionId, 'does_not_have_it')}>
                  Does not have it
                </Button>
              </span>
            ),
          },
        ]
      : []),
  ];
  return (
    <Panel title="Unknown outcomes">
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
  has_it: ['The buyer has it', 'The lead becomes delivered, and its slot counts as a placement.'],
  does_not_have_it: [
    'The buyer does not have it',
    'The lead becomes failed and can be sent again, and its slot is released.',
  ],
};

function resolve(tenantId: string, submissionId: string, buyer: BuyerSays): void {
  const [does, means] = sayings[buyer];
  confirm({
    title: `${does}?`,
    does,
    danger: true,
    what: <p>{means} This cannot be undone.</p>,
    run: async () => {
      await call<typeof adminResolveOutcome>(
        'POST',
        pathTo`/admin/v1/tenants/${tenantId}/submissions/${submissionId}/resolution`,
        { body: { buyer } },
      );
      toastGood('The outcome is resolved.');
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
            cell: ({ nextLookAt }) => (nextLookAt === null ? 'on hold' : <Ago at={nextLookAt} />),
          },
        ]}
      />
    </Panel>
  );
}

function LeadLink({ tenantId, leadId }: { readonly tenantId: string; readonly leadId: string }) {
  return <Link to={`/leads/${tenantId}/${leadId}`}>{leadId}</Link>;
}
