/** How many entries a suppression list has, and when a file was last imported. */
import type { adminListSuppression } from '@sluice/contracts';
import { useAnswer } from '../../api/queries.js';
import { pathTo } from '../../api/request.js';
import { TimeAndAge } from '../../components/time.js';

export function SuppressionEntries({
  tenantId,
  listId,
}: {
  readonly tenantId: string;
  readonly listId: string;
}) {
  const { data } = useAnswer<typeof adminListSuppression>(
    pathTo`/admin/v1/tenants/${tenantId}/suppression-lists`,
  );
  const list = data?.lists.find((each) => each.listId === listId);
  if (!list) return null;
  const { entries, importing, lastImport } = list;
  return (
    <>
      {entries.toLocaleString('en-US')}
      {importing && ', a file is being imported'}
      {lastImport && (
        <>
          , last import <TimeAndAge at={lastImport.at} />
        </>
      )}
    </>
  );
}
