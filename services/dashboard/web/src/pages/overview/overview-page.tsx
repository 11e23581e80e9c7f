/**
 * The first page of a tenant's people: what is wrong in the tenant, its leads, money and acceptance by day, and of an
 * empty one the steps to a first lead for whoever may make what it takes.
 */
import type { adminLeadReport } from '@sluice/contracts';
import { Link } from 'react-router';
import { useAnswer } from '../../api/queries.js';
import { addressOf, pathTo } from '../../api/request.js';
import { may } from '../../api/session.js';
import { FindingList } from '../../components/finding-list.js';
import { PageHead } from '../../components/page-head.js';
import { Panel } from '../../components/panel.js';
import { Loaded } from '../../components/states.js';
import { useNow } from '../../frame/live-now.js';
import { OfTenant } from '../../frame/tenant.js';
import { FirstSteps } from '../now/first-steps.js';
import { queryOf, useAsked } from '../reports/asked.js';
import { AcceptanceByDay, LeadsByDay, RevenueByDay } from '../reports/days-chart.js';
import { MoneyFigures } from '../reports/money-figures.js';

export default function OverviewPage() {
  return (
    <OfTenant>
      {({ tenantId, name }) => (
        <>
          <PageHead title="Overview">{name}, the last seven days.</PageHead>
          {may('adminSaveItem', tenantId) && <FirstSteps />}
          <Findings />
          <Days tenantId={tenantId} />
        </>
      )}
    </OfTenant>
  );
}

function Findings() {
  const { ofTenant } = useNow();
  if (!ofTenant) return null;
  if (ofTenant.findings.length > 0) return <FindingList findings={ofTenant.findings} />;
  // What could not be read may hide something.
  return (
    <div className="all-well" role="status">
      {ofTenant.minutes ? <strong>No problems.</strong> : 'The state of the tenant cannot be read now.'}
    </div>
  );
}

function Days({ tenantId: tenant }: { readonly tenantId: string }) {
  const asked = useAsked();
  const days = useAnswer<typeof adminLeadReport>(pathTo`/admin/v1/tenants/${tenant}/reports/leads`, {
    query: queryOf(asked, 'day'),
    everyMs: 60_000,
  });
  const { from, to } = asked;
  return (
    <Loaded from={days}>
      {({ rows, totals }) => (
        <>
          <MoneyFigures money={totals.money} />
          <div className="panels">
            <Panel title="Leads by day" actions={<Link to={addressOf('/leads', { tenant })}>Leads</Link>}>
              <LeadsByDay rows={rows} from={from} to={to} />
            </Panel>
            <Panel
              title="Acceptance by day"
              actions={<Link to={addressOf('/reports', { tenant })}>Reports</Link>}
            >
              <AcceptanceByDay rows={rows} from={from} to={to} />
            </Panel>
            {totals.money.map(({ currency }) => (
              <Panel key={currency} title={`Revenue by day in ${currency}`}>
                <RevenueByDay rows={rows} from={from} to={to} currency={currency} />
              </Panel>
            ))}
          </div>
        </>
      )}
    </Loaded>
  );
}
