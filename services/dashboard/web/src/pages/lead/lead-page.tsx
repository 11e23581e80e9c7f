/** One lead: the person, masked until revealed; its whole history; and the operations on it. */
import type { adminGetLeadTimeline, adminRevealLead, LeadTimeline } from '@sluice/contracts';
import { useRoute } from 'preact-iso';
import { useState } from 'preact/hooks';
import { call } from '../../api/call.js';
import { pathTo } from '../../api/request.js';
import { may } from '../../api/session.js';
import { useLoad } from '../../api/use-load.js';
import { StatusBadge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { CopyButton } from '../../components/copy.js';
import { Facts } from '../../components/figure.js';
import { Icon } from '../../components/icon.js';
import { PageHead } from '../../components/page-head.js';
import { Panel } from '../../components/panel.js';
import { Loaded } from '../../components/states.js';
import { Time } from '../../components/time.js';
import { InZoneOf } from '../../frame/tenant.js';
import { LeadActions } from './lead-actions.js';
import { LeadMoney } from './lead-money.js';
import { Timeline } from './timeline.js';

export default function LeadPage() {
  const { tenant: tenantId = '', leadId = '' } = useRoute().params;
  const [revealed, setRevealed] = useState<LeadTimeline>();
  const loader = useLoad(
    (signal) =>
      call<typeof adminGetLeadTimeline>(
        'GET',
        pathTo`/admin/v1/tenants/${tenantId}/leads/${leadId}/timeline`,
        { signal },
      ),
    [tenantId, leadId],
  );
  const reveal = async (): Promise<void> => {
    const path = pathTo`/admin/v1/tenants/${tenantId}/leads/${leadId}/reveal`;
    setRevealed(await call<typeof adminRevealLead>('POST', path));
  };
  const reload = (): void => {
    setRevealed(undefined);
    loader.reload();
  };
  return (
    <Loaded loader={loader}>
      {(masked) => {
        const shown = revealed?.lead.leadId === leadId ? revealed : masked;
        return (
          <InZoneOf tenantId={tenantId}>
            <PageHead
              title={shown.lead.person.name ?? 'Lead'}
              actions={<LeadActions tenantId={tenantId} timeline={shown} onDone={reload} />}
            >
              <code>{leadId}</code> <CopyButton text={leadId} what="lead id" />
            </PageHead>
            <div class="panels">
              <CurrentState timeline={shown} />
              <Person timeline={shown} onReveal={reveal} />
            </div>
            <LeadMoney tenantId={tenantId} leadId={leadId} isTest={shown.lead.isTest} onDone={reload} />
            <Panel title="Timeline">
              <Timeline moments={shown.moments} />
            </Panel>
          </InZoneOf>
        );
      }}
    </Loaded>
  );
}

function CurrentState({ timeline: { lead, erasedAt } }: { readonly timeline: LeadTimeline }) {
  return (
    <Panel title="State">
      <Facts
        facts={[
          [
            'Status',
            <>
              <StatusBadge status={lead.status} /> {lead.because}
            </>,
          ],
          ['Approval', lead.approvalStatus],
          ['Campaign', lead.campaignId],
          ['Client', lead.clientId],
          ['Offer', lead.offerId],
          ['Test lead', lead.isTest ? 'yes' : undefined],
          ['Created', <Time at={lead.createdAt} />],
          ['Updated', <Time at={lead.updatedAt} />],
          ['Erased', erasedAt && <Time at={erasedAt} />],
        ]}
      />
    </Panel>
  );
}

function Person({
  timeline: { fields, revealed, erasedAt },
  onReveal,
}: {
  readonly timeline: LeadTimeline;
  readonly onReveal: () => Promise<void>;
}) {
  const canAsk = !revealed && fields.length > 0 && may('operate');
  return (
    <Panel
      title="Person"
      actions={
        canAsk && (
          <Button small onClick={onReveal} title="The audit records that you asked">
            <Icon name="show" /> Show personal data
          </Button>
        )
      }
    >
      {fields.length === 0 ? (
        <p class="quiet">{erasedAt ? 'The personal data was erased.' : 'No personal data is stored.'}</p>
      ) : (
        <Facts facts={fields.map(({ name, value }) => [name, value] as const)} />
      )}
    </Panel>
  );
}
