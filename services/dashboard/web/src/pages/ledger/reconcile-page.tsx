/** Compares a buyer's own list with the ledger: a preview first, which books nothing, then the differences on request. */
import type { adminReconcileFile, EndpointData, Reconciled } from '@sluice/contracts';
import { useState } from 'react';
import { call } from '../../api/call.js';
import { pathTo } from '../../api/request.js';
import { may } from '../../api/session.js';
import { useAddress } from '../../api/use-address.js';
import { Button } from '../../components/button.js';
import { confirm } from '../../components/confirm.js';
import { Filters } from '../../components/filters.js';
import { NeedsRole } from '../../components/needs-role.js';
import { PageHead } from '../../components/page-head.js';
import { Panel } from '../../components/panel.js';
import { toastGood } from '../../components/toast.js';
import { UploadForm, type Upload } from '../../components/upload-form.js';
import { PickFilter } from '../../frame/picks.js';
import { OfTenant } from '../../frame/tenant.js';
import { ReconciledList } from './reconciled-list.js';

export default function ReconcilePage() {
  const [{ clientId }] = useAddress();
  return (
    <>
      <PageHead title="Reconcile a list">
        Compares a buyer’s own list of what it bought with the ledger. Nothing is booked before you say so.
      </PageHead>
      <Filters label="Whose list it is">
        <PickFilter of="clients" name="clientId" label="Client" none="Any client" />
      </Filters>
      <OfTenant>
        {({ tenantId }) =>
          may('adminReconcileLedger') ? (
            <Reconcile tenantId={tenantId} clientId={clientId} />
          ) : (
            <NeedsRole what="Reconciling a list" role="operate" />
          )
        }
      </OfTenant>
    </>
  );
}

interface ReconcileProps {
  readonly tenantId: string;
  readonly clientId: string | undefined;
}

/** What was compared, and whether its differences are booked. */
interface Compared {
  readonly upload: Upload;
  readonly clientId: string | undefined;
  readonly reconciled: EndpointData<typeof adminReconcileFile>;
  readonly isBooked: boolean;
}

function Reconcile({ tenantId, clientId }: ReconcileProps) {
  const [compared, setCompared] = useState<Compared>();
  const path = pathTo`/admin/v1/tenants/${tenantId}/ledger/reconcile/file`;
  const reconcile = async (upload: Upload, book: boolean) => {
    const body = { ...upload, clientId, book };
    const reconciled = await call<typeof adminReconcileFile>('POST', path, { body });
    setCompared({ upload, clientId, reconciled, isBooked: book });
    return reconciled;
  };
  const book = (upload: Upload) =>
    confirm({
      title: 'Book the differences?',
      what: 'Each row that is missing here or has another amount is booked as an adjustment, once, with a note that names both amounts. An entry cannot be changed: to correct it, book another one.',
      does: 'Book',
      danger: true,
      run: async () => {
        const { rows } = await reconcile(upload, true);
        const booked = rows.filter(({ entryId }) => entryId !== undefined).length;
        toastGood(booked === 1 ? '1 adjustment is booked' : `${booked} adjustments are booked`);
      },
    });
  return (
    <>
      <Panel title="The list">
        <UploadForm
          label="CSV file"
          hint="Columns: leadId or reference or both, amount, currency, date (YYYY-MM-DD). Others are left out."
          does="Compare"
          onUpload={(upload) => reconcile(upload, false)}
          onOther={() => setCompared(undefined)}
        />
      </Panel>
      {/* The list of another client is compared anew. */}
      {compared && compared.clientId === clientId && (
        <ReconciledList
          tenantId={tenantId}
          reconciled={compared.reconciled}
          actions={
            compared.isBooked ? (
              <span className="quiet">Differences are booked.</span>
            ) : (
              hasDifferences(compared.reconciled) && (
                <Button small main onClick={() => book(compared.upload)}>
                  Book the differences…
                </Button>
              )
            )
          }
        />
      )}
    </>
  );
}

function hasDifferences({ rows }: Reconciled): boolean {
  return rows.some(({ result }) => result === 'missing_here' || result === 'amount_differs');
}
