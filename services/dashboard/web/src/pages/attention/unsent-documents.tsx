/** Documents that could not be sent to their vendor. */
import type { adminListAttention, EndpointData } from '@sluice/contracts';
import { Link } from 'react-router';
import { Panel } from '../../components/panel.js';
import { Table } from '../../components/table.js';
import { TimeAndAge } from '../../components/time.js';

type Unsent = EndpointData<typeof adminListAttention>['unsent'][number];

interface UnsentProps {
  readonly tenantId: string;
  readonly unsent: readonly Unsent[];
}

export function UnsentDocuments({ tenantId, unsent }: UnsentProps) {
  if (unsent.length === 0) return null;
  return (
    <Panel title="Documents that could not be sent">
      <Table<Unsent>
        label="Documents that could not be sent"
        rows={unsent}
        keyOf={({ leadId, fileKey }) => `${leadId} ${fileKey}`}
        columns={[
          {
            head: 'Lead',
            cell: ({ leadId }) => <Link to={`/leads/${tenantId}/${leadId}`}>{leadId}</Link>,
          },
          { head: 'File', cell: ({ fileKey }) => fileKey },
          { head: 'Since', shrink: true, cell: ({ since }) => <TimeAndAge at={since} /> },
        ]}
      />
    </Panel>
  );
}
