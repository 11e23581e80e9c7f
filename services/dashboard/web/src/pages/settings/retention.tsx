/** How long a tenant's finished records are kept, as its settings say, and how many were deleted so far. */
import type { adminGetRetention, EndpointData } from '@sluice/contracts';
import { Link } from 'react-router';
import { useAnswer } from '../../api/queries.js';
import { pathTo } from '../../api/request.js';
import { Facts, numberText } from '../../components/figure.js';
import { Panel } from '../../components/panel.js';
import { Loaded } from '../../components/states.js';
import { TimeAndAge } from '../../components/time.js';
import type { TenantSummary } from '../../frame/tenants.js';

type RetentionView = EndpointData<typeof adminGetRetention>;
type Kind = keyof RetentionView['days'];

const names: Readonly<Record<Kind, string>> = {
  leads: 'Leads',
  messages: 'Messages and tenant audit',
};

export function Retention({ tenant: { tenantId, timezone } }: { readonly tenant: TenantSummary }) {
  const answer = useAnswer<typeof adminGetRetention>(pathTo`/admin/v1/tenants/${tenantId}/retention`);
  return (
    <Panel
      title="Retention"
      actions={<Link to={pathTo`/items/${tenantId}/tenant/${tenantId}`}>Change it in the settings</Link>}
    >
      <Loaded from={answer}>
        {({ days, deleted, lastDeletedAt }) => (
          <Facts
            facts={[
              ...(Object.keys(names) as Kind[]).map((kind) => [names[kind], keptText(kind, days)] as const),
              ['Deleted so far', deletedText(deleted)],
              [
                'Last deleted',
                lastDeletedAt === null ? undefined : <TimeAndAge at={lastDeletedAt} zone={timezone} />,
              ],
            ]}
          />
        )}
      </Loaded>
    </Panel>
  );
}

function keptText(kind: Kind, days: RetentionView['days']): string {
  const own = days[kind];
  if (own !== undefined) return `${numberText(own)} ${own === 1 ? 'day' : 'days'}`;
  return kind === 'messages' && days.leads !== undefined
    ? 'messages as long as their lead, the audit forever'
    : 'forever';
}

// Of a lead go its submissions, decisions and calls too, which are no news.
function deletedText({ leads = 0, ...others }: RetentionView['deleted']): string {
  const records = Object.values(others).reduce((sum, count) => sum + count, leads);
  if (records === 0) return 'nothing';
  return `${numberText(leads)} ${leads === 1 ? 'lead' : 'leads'}, ${numberText(records)} records in all`;
}
