/** The operations on a lead: each explains itself, asks for confirmation, shows its result, and is audited. */
import type {
  adminApproveLead,
  adminDeliverLead,
  adminEraseLead,
  adminMoveLead,
  adminRepostLead,
  adminResolveOutcome,
  adminRetryLead,
  BuyerSays,
  LeadTimeline,
  ReviewVerdict,
} from '@sluice/contracts';
import * as z from 'zod/mini';
import { call } from '../../api/call.js';
import { pathTo } from '../../api/request.js';
import { may } from '../../api/session.js';
import { Button } from '../../components/button.js';
import { ask, confirm } from '../../components/confirm.js';
import { FormSelect } from '../../components/form-fields.js';
import { requiredText } from '../../components/form-texts.js';
import { NeedsRole } from '../../components/needs-role.js';
import { toastGood } from '../../components/toast.js';
import { FormPick } from '../../frame/form-pick.js';

const ERASURE_WAIT_SECONDS = 30;

interface ActionsProps {
  readonly tenantId: string;
  readonly timeline: LeadTimeline;
}

export function LeadActions({ tenantId, timeline }: ActionsProps) {
  const { can, unknownOutcome } = timeline;
  const does = changesOf(tenantId, timeline);
  if (can.length === 0) return null;
  if (!may('adminRepostLead')) return <NeedsRole what="Changing a lead" role="operate" />;
  return (
    <>
      {can.includes('retry') && (
        <Button main onClick={does.retry}>
          Retry now
        </Button>
      )}
      {can.includes('resolve') && unknownOutcome !== undefined && (
        <>
          <Button onClick={() => does.resolve(unknownOutcome, 'has_it')}>Buyer has it</Button>
          <Button onClick={() => does.resolve(unknownOutcome, 'does_not_have_it')}>
            Buyer does not have it
          </Button>
        </>
      )}
      {can.includes('approve') && <Button onClick={does.approve}>Approve</Button>}
      {can.includes('reject') && <Button onClick={does.reject}>Reject</Button>}
      {can.includes('repost') && <Button onClick={does.repost}>Repost</Button>}
      {can.includes('deliver') && <Button onClick={does.deliver}>Deliver</Button>}
      {can.includes('move') && <Button onClick={does.move}>Move</Button>}
      {can.includes('erase') &&
        (may('adminEraseLead') ? (
          <Button danger onClick={does.erase}>
            Erase
          </Button>
        ) : (
          <NeedsRole what="Erasing a lead" role="administer" />
        ))}
    </>
  );
}

/** The changes that the buttons make. */
function changesOf(tenantId: string, { lead: { leadId, campaignId }, standing }: LeadTimeline) {
  const path = (action: string) => `${pathTo`/admin/v1/tenants/${tenantId}/leads/${leadId}/`}${action}`;
  const review = (approval: ReviewVerdict) => async () => {
    await call<typeof adminApproveLead>('PUT', path('approval'), { body: { approval } });
    toastGood(`The lead is ${approval}`);
  };
  return {
    retry: () =>
      confirm({
        title: 'Retry this delivery now?',
        what: 'The next attempt is made at once. It counts as one of its attempts; if it fails, the next one is planned as usual. A circuit that opened by itself closes.',
        does: 'Retry now',
        run: async () => {
          const { attempt } = await call<typeof adminRetryLead>('POST', path('retry'));
          toastGood(`Attempt ${attempt} is made now`);
        },
      }),
    approve: () =>
      confirm({
        title: 'Approve this lead?',
        what: 'The lead is marked as approved. It continues when you deliver it.',
        does: 'Approve',
        run: review('approved'),
      }),
    reject: () =>
      confirm({
        title: 'Reject this lead?',
        what: 'The lead is marked as rejected and can no longer be delivered by hand.',
        does: 'Reject',
        danger: true,
        run: review('rejected'),
      }),
    repost: () =>
      confirm({
        title: 'Repost this lead?',
        what: 'Its last delivery is retried as a new submission. The lead is not qualified again and takes a new slot under the caps.',
        does: 'Repost',
        run: async () => {
          const { newSubmissionId } = await call<typeof adminRepostLead>('POST', path('repost'));
          toastGood(`Reposted as ${newSubmissionId}`);
        },
      }),
    deliver: () =>
      askWithCampaign({
        tenantId,
        standing,
        title: 'Deliver this lead?',
        what: 'A new submission goes through qualification and delivery for this campaign.',
        does: 'Deliver',
        campaignId,
        run: async (body) => {
          const sent = await call<typeof adminDeliverLead>('POST', path('deliver'), { body });
          toastGood(`Sent to ${body.campaignId} as ${sent.newSubmissionId}`);
        },
      }),
    move: () =>
      askWithCampaign({
        tenantId,
        standing,
        title: 'Move this lead?',
        what: 'The lead’s campaign changes, and a new submission goes through qualification, routing and delivery there.',
        does: 'Move',
        campaignId: '',
        run: async (body) => {
          const sent = await call<typeof adminMoveLead>('POST', path('move'), { body });
          toastGood(`Moved to ${body.campaignId} as ${sent.newSubmissionId}`);
        },
      }),
    resolve: (submissionId: string, buyer: BuyerSays) =>
      confirm({
        title: buyer === 'has_it' ? 'The buyer has this lead?' : 'The buyer does not have this lead?',
        what:
          buyer === 'has_it'
            ? 'The lead becomes delivered, and its slot counts as a placement. Ask the buyer first: this cannot be undone.'
            : 'The lead becomes failed, its slot is released, and it can be reposted. Ask the buyer first: this cannot be undone.',
        does: buyer === 'has_it' ? 'The buyer has it' : 'The buyer does not have it',
        danger: true,
        run: async () => {
          const resolution = pathTo`/admin/v1/tenants/${tenantId}/submissions/${submissionId}/resolution`;
          const { status } = await call<typeof adminResolveOutcome>('POST', resolution, { body: { buyer } });
          toastGood(`The outcome is resolved: ${status}`);
        },
      }),
    erase: () =>
      confirm({
        title: 'Erase the personal data of this lead?',
        what: 'Removes the person from every record; counts, decisions and prices stay. This cannot be undone.',
        does: 'Erase',
        danger: true,
        run: async () => {
          const body = { waitSeconds: ERASURE_WAIT_SECONDS };
          const { ended } = await call<typeof adminEraseLead>('POST', path('erasure'), { body });
          const also = ended.length === 0 ? '' : `; submissions ended for it: ${ended.join(', ')}`;
          toastGood(`Personal data erased${also}`);
        },
      }),
  };
}

interface CampaignAsked {
  readonly tenantId: string;
  /** The sale or the submission that the new one comes on top of. */
  readonly standing: string | undefined;
  readonly title: string;
  readonly what: string;
  readonly does: string;
  /** The suggested campaign. */
  readonly campaignId: string;
  readonly run: (body: { campaignId: string; again: boolean }) => Promise<void>;
}

const inCampaign = (mustSayYes: boolean) =>
  z.object({
    campaignId: requiredText('Choose the campaign.'),
    again: z.pipe(
      z.string().check(z.refine((said) => !mustSayYes || said === 'yes', 'Say yes, or cancel.')),
      z.transform((said) => said === 'yes'),
    ),
  });

// A lead that stands sold or on its way is placed once more only after an explicit yes.
function askWithCampaign({ tenantId, standing, what, campaignId, ...question }: CampaignAsked): void {
  ask({
    ...question,
    what: (
      <>
        <p>{what}</p>
        {standing !== undefined && (
          <p>
            <strong>{standing}</strong>
          </p>
        )}
      </>
    ),
    schema: inCampaign(standing !== undefined),
    initial: { campaignId, again: '' },
    fields: (
      <>
        <FormPick
          of="campaigns"
          tenantId={tenantId}
          name="campaignId"
          label="Campaign"
          none="Choose a campaign"
          required
        />
        {standing !== undefined && (
          <FormSelect name="again" label="Place it once more all the same?" options={yesOrNo} />
        )}
      </>
    ),
  });
}

const yesOrNo = [
  { value: '', label: 'No' },
  { value: 'yes', label: 'Yes, place it once more' },
];
