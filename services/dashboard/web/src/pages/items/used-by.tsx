/** What refers to an item. */
import type { adminGetItem, EndpointData } from '@sluice/contracts';
import { Link } from 'react-router';
import { pathTo } from '../../api/request.js';
import { Panel } from '../../components/panel.js';
import { kindOf } from '../../items/kinds.js';

interface UsedByProps {
  readonly tenantId: string;
  readonly usedBy: EndpointData<typeof adminGetItem>['usedBy'];
}

export function UsedBy({ tenantId, usedBy }: UsedByProps) {
  if (usedBy.length === 0) return null;
  return (
    <Panel title="Used by">
      <ul>
        {usedBy.map(({ section, id }) => (
          <li key={`${section}/${id}`}>
            {kindOf(section)?.one} <Link to={pathTo`/items/${tenantId}/${section}/${id}`}>{id}</Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
