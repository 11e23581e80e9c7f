/** Reports: what the leads of some days earned and what became of them, as bars by day and a table by one key. */
import type { adminLeadReport } from '@sluice/contracts';
import { reportBases, type ReportBasis } from '@sluice/contracts/words';
import { useAnswer } from '../../api/queries.js';
import { pathTo } from '../../api/request.js';
import { useAddress } from '../../api/use-address.js';
import { DownloadCsv } from '../../components/download-csv.js';
import { SelectField, TextField } from '../../components/field.js';
import { Filters } from '../../components/filters.js';
import { PageHead } from '../../components/page-head.js';
import { Panel } from '../../components/panel.js';
import { Loaded } from '../../components/states.js';
import { PickFilter } from '../../frame/picks.js';
import { OfTenant } from '../../frame/tenant.js';
import { keys, queryOf, useAsked, type Asked, type Key } from './asked.js';
import { LeadsByDay, RevenueByDay } from './days-chart.js';
import { MoneyFigures } from './money-figures.js';
import { ReportTable } from './report-table.js';

const basisNames: Readonly<Record<ReportBasis, string>> = {
  received: 'Day the lead came in',
  occurred: 'Day it happened',
};

export default function ReportsPage() {
  return (
    <>
      <PageHead title="Reports">
        Each lead counts once, by what its last submission came to. Test leads and imports do not count.
      </PageHead>
      <ReportFilters />
      <OfTenant>{({ tenantId }) => <Reported tenantId={tenantId} />}</OfTenant>
    </>
  );
}

function ReportFilters() {
  const [, change] = useAddress();
  const asked = useAsked();
  const day = (name: 'from' | 'to', label: string) => (
    <TextField
      label={label}
      type="date"
      value={asked[name]}
      // A date that is being typed is empty; the days before stay until it is one.
      onValue={(value) => value !== '' && change({ [name]: value })}
    />
  );
  return (
    <Filters label="Report">
      <SelectField label="By" value={asked.by} onValue={(by) => change({ by })} options={[...keys]} />
      {day('from', 'From')}
      {day('to', 'To')}
      <SelectField
        label="Counts on"
        value={asked.basis}
        onValue={(basis) => change({ basis })}
        options={reportBases.map((value) => ({ value, label: basisNames[value] }))}
      />
      <PickFilter of="campaigns" name="campaignIds" label="Campaigns" none="Any campaign" many />
      <PickFilter of="clients" name="clientIds" label="Clients" none="Any client" many />
      <PickFilter of="offers" name="offerIds" label="Offers" none="Any offer" many />
      <PickFilter of="suppliers" name="supplierIds" label="Suppliers" none="Any supplier" many />
    </Filters>
  );
}

function Reported({ tenantId }: { readonly tenantId: string }) {
  const asked = useAsked();
  const report = useReport(tenantId, asked, asked.by);
  const days = useReport(tenantId, asked, 'day');
  return (
    <>
      <Loaded from={days}>
        {({ rows, totals }) => (
          <>
            <MoneyFigures money={totals.money} />
            <div className="panels">
              {totals.money.map(({ currency }) => (
                <Panel key={currency} title={`Revenue by day in ${currency}`}>
                  <RevenueByDay rows={rows} from={asked.from} to={asked.to} currency={currency} />
                </Panel>
              ))}
              <Panel title="Leads by day">
                <LeadsByDay rows={rows} from={asked.from} to={asked.to} />
              </Panel>
            </div>
          </>
        )}
      </Loaded>
      <Loaded from={report}>
        {(found) => (
          <Panel
            title={keys.find(({ value }) => value === asked.by)?.label}
            actions={
              <DownloadCsv
                path={pathTo`/admin/v1/tenants/${tenantId}/reports/leads/csv`}
                query={queryOf(asked, asked.by)}
                name={`${tenantId}-${asked.by}-${asked.from}-${asked.to}.csv`}
              />
            }
          >
            <ReportTable tenantId={tenantId} asked={asked} report={found} />
            {asked.basis === 'received' && (
              <p className="quiet">
                A number leads to its leads, which are listed with the status that they have now: a person may
                have set another one since.
              </p>
            )}
          </Panel>
        )}
      </Loaded>
    </>
  );
}

function useReport(tenantId: string, asked: Asked, groupBy: Key) {
  return useAnswer<typeof adminLeadReport>(pathTo`/admin/v1/tenants/${tenantId}/reports/leads`, {
    query: queryOf(asked, groupBy),
  });
}
