/** One lead: the person, masked until revealed; its whole history; and the operations on it. */
import type { adminGetLeadTimeline, adminRevealLead, LeadTimeline } from '@sluice/contracts';
import { useMutation } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { call } from '../../api/call.js';
import { useAnswer } from '../../api/queries.js';
import { pathTo } from '../../api/request.js';
import { may } from '../../api/session.js';
import { StatusBadge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { CopyButton } from '../../components/copy.js';
import { Facts } from '../../components/figure.js';
import { Icon } from '../../components/icon.js';
import { Named } from '../../components/named.js';
import { PageHead } from '../../components/page-head.js';
import { Panel } from '../../components/panel.js';
import { Loaded } from '../../components/states.js';
import { TimeAndAge } from '../../components/time.js';
import { LeadActions } from './lead-actions.js';
import { LeadMoney } from './lead-money.js';
import { Timeline } from './timeline.js';

export default function LeadPage() {
  const { tenant: tenantId = '', leadId = '' } = useParams();
  const path = pathTo`/admin/v1/tenants/${tenantId}/leads/${leadId}`;
  const answer = useAnswer<typeof adminGetLeadTimeline>(`${path}/timeline`);
  const reveal = useMutation({
    mutationFn: () => call<typeof adminRevealLead>('POST', `${path}/reveal`),
  });
  return (
    <Loaded from={answer}>
      {(masked) => {
        // What was revealed before a change is hidden again.
        const revealed = reveal.submittedAt > answer.dataUpdatedAt ? reveal.data : undefined;
        const shown = revealed?.lead.leadId === leadId ? revealed : masked;
        return (
          <>
            <PageHead
              title={`Lead …${leadId.slice(-6)}: ${shown.lead.status.replaceAll('_', ' ')}`}
              actions={<LeadActions tenantId={tenantId} timeline={shown} />}
            >
              <Head tenantId={tenantId} head={shown.head} names={shown.names} />
            </PageHead>
            <div className="panels">
              <CurrentState tenantId={tenantId} timeline={shown} />
              <Person timeline={shown} onReveal={() => reveal.mutateAsync()} />
            </div>
            <LeadMoney tenantId={tenantId} leadId={leadId} isTest={shown.lead.isTest} />
            <Panel title="Timeline">
              <Timeline moments={shown.moments} />
            </Panel>
          </>
        );
      }}
    </Loaded>
  );
}

interface HeadProps extends Pick<LeadTimeline, 'head' | 'names'> {
  readonly tenantId: string;
}

/** What became of the lead, with links to the campaign and the buyer that it is about. */
function Head({ tenantId, head, names }: HeadProps) {
  const { what, campaignId, receiver } = head;
  return (
    <>
      <strong className={what.tone}>{what.text}</strong>
      {campaignId !== undefined && (
        <>
          {' '}
          <Link to={pathTo`/campaigns/${tenantId}/${campaignId}`}>
            Campaign <Named id={campaignId} names={names.campaigns} />
          </Link>
        </>
      )}
      {receiver !== undefined && (
        <>
          {' · '}
          <Link to={pathTo`/buyers/${tenantId}/${receiver}`}>Its buyer</Link>
        </>
      )}
    </>
  );
}

interface CurrentStateProps {
  readonly tenantId: string;
  readonly timeline: LeadTimeline;
}

function CurrentState({ tenantId, timeline: { lead, erasedAt, names } }: CurrentStateProps) {
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
          [
            'Lead',
            <>
              <code>{lead.leadId}</code> <CopyButton text={lead.leadId} what="lead id" />
            </>,
          ],
          ['Name', lead.person.name],
          ['Approval', lead.approvalStatus],
          ['Sent to campaign', <Named id={lead.campaignId} names={names.campaigns} />],
          ['Of client', lead.clientId && <Named id={lead.clientId} names={names.clients} />],
          ['Offer', lead.offerId && <Named id={lead.offerId} names={names.offers} />],
          [
            'Supplier',
            lead.supplierId && (
              <Link to={pathTo`/suppliers/${tenantId}/${lead.supplierId}`}>
                <Named id={lead.supplierId} names={names.suppliers} />
              </Link>
            ),
          ],
          ['Sent by it to', lead.sentTo && <Named id={lead.sentTo} names={names.campaigns} />],
          ['Sub ids', subIdWords(lead.subIds)],
          ['Test lead', lead.isTest ? 'yes' : undefined],
          ['Created', <TimeAndAge at={lead.createdAt} />],
          ['Updated', <TimeAndAge at={lead.updatedAt} />],
          ['Erased', erasedAt && <TimeAndAge at={erasedAt} />],
        ]}
      />
    </Panel>
  );
}

function subIdWords(subIds: LeadTimeline['lead']['subIds'] = {}): string | undefined {
  return Object.values(subIds).join(' · ') || undefined;
}

function Person({
  timeline: { fields, revealed, erasedAt },
  onReveal,
}: {
  readonly timeline: LeadTimeline;
  readonly onReveal: () => Promise<unknown>;
}) {
  const canAsk = !revealed && fields.length > 0 && may('adminRevealLead');
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
        <p className="quiet">{erasedAt ? 'The personal data was erased.' : 'No personal data is stored.'}</p>
      ) : (
        <Facts facts={fields.map(({ name, value }) => [fieldText(name), value] as const)} />
      )}
    </Panel>
  );
}

// `firstName` is `First name`, `address.zipCode` is `Address: zip code`.
function fieldText(name: string): string {
  const words = name
    .replaceAll('.', ': ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
