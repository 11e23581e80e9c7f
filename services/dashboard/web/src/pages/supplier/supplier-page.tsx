/** One supplier: where it may send leads, its limits, its numbers by day as it is told them, its keys and instructions. */
import type { adminGetSupplier, SupplierView } from '@sluice/contracts';
import { Link, useParams } from 'react-router';
import { useAnswer } from '../../api/queries.js';
import { addressOf, pathTo } from '../../api/request.js';
import { buttonClass } from '../../components/button.js';
import { CapUse, capKey } from '../../components/cap-use.js';
import { Facts } from '../../components/figure.js';
import { PageHead } from '../../components/page-head.js';
import { Panel } from '../../components/panel.js';
import { Empty, Loaded } from '../../components/states.js';
import { Table } from '../../components/table.js';
import { ApiKeys } from '../settings/api-keys.js';
import { SupplierStatus } from '../suppliers/suppliers-page.js';
import { ToldFigures, toldColumns } from '../suppliers/told.js';
import { PostingLinks } from './posting-links.js';

export default function SupplierPage() {
  const { tenant: tenantId = '', supplierId = '' } = useParams();
  const answer = useAnswer<typeof adminGetSupplier>(
    pathTo`/admin/v1/tenants/${tenantId}/suppliers/${supplierId}`,
  );
  return (
    <Loaded from={answer}>
      {(supplier) => {
        const { name, days } = supplier;
        const today = days.at(-1);
        const ofIts = { tenant: tenantId, supplierIds: supplierId };
        const period = { from: days[0]?.day, to: today?.day };
        return (
          <>
            <PageHead
              title={name}
              actions={
                <>
                  <Link className={buttonClass({})} to={addressOf('/leads', ofIts)}>
                    Its leads
                  </Link>
                  <Link
                    className={buttonClass({})}
                    to={addressOf('/reports', { ...ofIts, ...period, by: 'subId1' })}
                  >
                    Report by site
                  </Link>
                </>
              }
            >
              {supplierId}, which sends leads with keys of its own
            </PageHead>
            {today && (
              <Panel title="Today, as the supplier sees it">
                <ToldFigures told={today} />
              </Panel>
            )}
            <div className="panels">
              <Terms tenantId={tenantId} supplier={supplier} />
              <Limits supplier={supplier} />
            </div>
            <PostingLinks tenantId={tenantId} supplier={supplier} />
            <ApiKeys tenant={{ tenantId }} supplier={supplier} />
            <Panel title="Recent days, as the supplier sees them">
              <Table
                label="What came in per day and became of it"
                rows={days.filter(({ received, payout }) => received > 0 || payout.length > 0).reverse()}
                keyOf={({ day }) => day}
                empty={<Empty title="No leads yet">Of the last {days.length} days, none has a lead.</Empty>}
                columns={[
                  { head: 'Day', cell: ({ day }) => <span className="tabular">{day}</span> },
                  ...toldColumns<SupplierView['days'][number]>((day) => day),
                ]}
              />
            </Panel>
          </>
        );
      }}
    </Loaded>
  );
}

interface TermsProps {
  readonly tenantId: string;
  readonly supplier: SupplierView;
}

function Terms({ tenantId, supplier }: TermsProps) {
  const { cost, hasPostback } = supplier;
  return (
    <Panel title="Terms">
      <Facts
        facts={[
          ['Status', <SupplierStatus of={supplier} />],
          ['Sends to', <SendsTo tenantId={tenantId} supplier={supplier} />],
          ['Is paid', cost ?? 'nothing'],
          ['Postbacks', hasPostback ? 'Its tracker is called.' : 'none'],
        ]}
      />
      <p className="quiet">
        <Link to={pathTo`/items/${tenantId}/suppliers/${supplier.supplierId}`}>Change them</Link>
      </p>
    </Panel>
  );
}

function SendsTo({ tenantId, supplier: { campaignIds, names } }: TermsProps) {
  if (!campaignIds) return <>any campaign</>;
  if (campaignIds.length === 0) return <>no campaign</>;
  return (
    <>
      {campaignIds.map((campaignId) => (
        <div key={campaignId}>
          {Object.hasOwn(names.campaigns, campaignId) ? (
            <>
              <Link to={pathTo`/campaigns/${tenantId}/${campaignId}`}>{campaignId}</Link>{' '}
              <span className="quiet">{names.campaigns[campaignId]}</span>
            </>
          ) : (
            <>
              {campaignId} <span className="quiet">there is no such campaign</span>
            </>
          )}
        </div>
      ))}
    </>
  );
}

function Limits({ supplier: { limits } }: Pick<TermsProps, 'supplier'>) {
  return (
    <Panel title="Limits">
      {limits.length === 0 && <p className="quiet">As many leads are taken of it as it sends.</p>}
      {limits.map((limit) => (
        <CapUse key={capKey(limit)} cap={limit} long />
      ))}
    </Panel>
  );
}
