/** Saves the shown report as CSV, with a byte order mark, because it is mostly opened in a spreadsheet. */
import type { adminLeadReportCsv } from '@sluice/contracts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/call.js';
import { pathTo } from '../../api/request.js';
import { Button } from '../../components/button.js';
import { download } from '../../components/download.js';
import { toastProblem } from '../../components/toast.js';

interface DownloadCsvProps {
  readonly tenantId: string;
  /** The query of the report. */
  readonly query: Readonly<Record<string, string | undefined>>;
  /** The name of the file. */
  readonly name: string;
}

export function DownloadCsv({ tenantId, query, name }: DownloadCsvProps) {
  const path = pathTo`/admin/v1/tenants/${tenantId}/reports/leads/csv`;
  const save = useMutation({
    mutationFn: () => call<typeof adminLeadReportCsv>('GET', path, { query: { ...query, bom: 'true' } }),
    onSuccess: ({ csv }) => download(name, 'text/csv', csv),
    onError: toastProblem,
  });
  return (
    <Button small disabled={save.isPending} onClick={() => save.mutate()}>
      Download CSV
    </Button>
  );
}
