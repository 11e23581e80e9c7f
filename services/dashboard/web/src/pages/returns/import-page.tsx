/** Imports a buyer's file of returns: a preview first, which requests nothing, then its rows on request. */
import type { adminImportReturnsFile, ImportedPlace } from '@sluice/contracts';
import { useState } from 'react';
import { call } from '../../api/call.js';
import { pathTo } from '../../api/request.js';
import { may } from '../../api/session.js';
import { Button } from '../../components/button.js';
import { confirm } from '../../components/confirm.js';
import { NeedsRole } from '../../components/needs-role.js';
import { PageHead } from '../../components/page-head.js';
import { Panel } from '../../components/panel.js';
import { ResultCounts } from '../../components/result-counts.js';
import { Table, type Column } from '../../components/table.js';
import { toastGood } from '../../components/toast.js';
import { UploadForm, type Upload } from '../../components/upload-form.js';
import { OfTenant } from '../../frame/tenant.js';

export default function ImportPage() {
  return (
    <>
      <PageHead title="Import returns">
        Requests the return of each lead in a buyer’s file. Nothing is requested before you say so.
      </PageHead>
      <OfTenant>
        {({ tenantId }) =>
          may('adminImportReturns') ? (
            <Import tenantId={tenantId} />
          ) : (
            <NeedsRole what="Importing returns" role="operate" />
          )
        }
      </OfTenant>
    </>
  );
}

/** What was foreseen for the rows of a file, or became of them. */
interface Looked {
  readonly upload: Upload;
  readonly rows: readonly ImportedPlace[];
  readonly isDone: boolean;
}

function Import({ tenantId }: { readonly tenantId: string }) {
  const [looked, setLooked] = useState<Looked>();
  const path = pathTo`/admin/v1/tenants/${tenantId}/returns/import/file`;
  const send = async (upload: Upload, dryRun: boolean) => {
    const body = { ...upload, dryRun };
    const { rows } = await call<typeof adminImportReturnsFile>('POST', path, { body });
    setLooked({ upload, rows, isDone: !dryRun });
    return rows;
  };
  const request = ({ upload, rows }: Looked) =>
    confirm({
      title: `Request ${returnsText(acceptedOf(rows))}?`,
      what: 'Each accepted row is requested on the terms of its campaign, as on the page of its lead. A campaign that approves returns by itself takes the sale out of the ledger at once.',
      does: 'Request',
      run: async () => {
        const done = acceptedOf(await send(upload, false));
        toastGood(`${returnsText(done)} requested`);
      },
    });
  return (
    <>
      <Panel title="The file">
        <UploadForm
          label="CSV file"
          hint="Columns: leadId or reference, reason, note. Others are left out."
          does="Preview"
          onUpload={(upload) => send(upload, true)}
          onOther={() => setLooked(undefined)}
        />
      </Panel>
      {looked && (
        <Panel
          title={looked.isDone ? 'What became of the rows' : 'What would become of the rows'}
          actions={
            !looked.isDone &&
            acceptedOf(looked.rows) > 0 && (
              <Button small main onClick={() => request(looked)}>
                Request {returnsText(acceptedOf(looked.rows))}…
              </Button>
            )
          }
        >
          <div className="stack">
            <ResultCounts
              counts={resultNames.map(([result, name]) => [name, countOf(looked.rows, result)])}
            />
            <Table<ImportedPlace>
              label="Rows"
              columns={columns}
              rows={looked.rows}
              keyOf={({ place }) => place}
            />
          </div>
        </Panel>
      )}
    </>
  );
}

type Result = ImportedPlace['result'];

const resultNames: readonly (readonly [Result, string])[] = [
  ['accepted', 'Accepted'],
  ['duplicate', 'Returned before'],
  ['refused', 'Refused'],
];

function countOf(rows: readonly ImportedPlace[], of: Result): number {
  return rows.filter(({ result }) => result === of).length;
}

function acceptedOf(rows: readonly ImportedPlace[]): number {
  return countOf(rows, 'accepted');
}

function returnsText(count: number): string {
  return count === 1 ? '1 return' : `${count} returns`;
}

const columns: readonly Column<ImportedPlace>[] = [
  { head: 'Row', shrink: true, cell: ({ place }) => place },
  {
    head: 'Result',
    shrink: true,
    cell: ({ result }) => resultNames.find(([name]) => name === result)?.[1],
  },
  { head: 'Why', cell: ({ why }) => why },
];
