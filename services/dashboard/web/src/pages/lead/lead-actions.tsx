/** What may be done with a lead: each says what it will do, asks, and is audited. */
import type { AdminEndpoint, LeadTimeline } from '@sluice/contracts';
import { useState } from 'preact/hooks';
import { call } from '../../api/call.js';
import { pathTo } from '../../api/request.js';
import { may } from '../../api/session.js';
import { Button } from '../../components/button.js';
import { confirm, Dialog } from '../../components/dialog.js';
import { TextField } from '../../components/field.js';
import { toastGood } from '../../components/toast.js';

// What it answers is read anew with the timeline.
function change(
  method: 'POST' | 'PUT',
  path: string,
  body?: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  return call<AdminEndpoint>(method, path, body === undefined ? {} : { body: body as never });
}

interface ActionsProps {
  readonly tenantId: string;
  readonly timeline: LeadTimeline;
  readonly onDone: () => void;
}

export function LeadActions({ tenantId, timeline, onDone }: ActionsProps) {
  const [choosing, setChoosing] = useState<'deliver' | 'move'>();
  const { lead, can, unknownOutcome } = timeline;
  const { leadId } = lead;
  if (!may('operate')) return null;
  const path = (action: string) => `${pathTo`/admin/v1/tenants/${tenantId}/leads/${leadId}/`}${action}`;
  const done = (text: string) => () => {
    toastGood(text);
    onDone();
  };
  const repost = () =>
    confirm({
      title: 'Repost this lead?',
      what: 'Its last delivery is tried again as a new submission. It is not qualified anew; it takes a new slot under the caps.',
      does: 'Repost',
      run: () => change('POST', path('repost')).then(done('The lead is on its way again')),
    });
  const approve = (approval: 'approved' | 'rejected') =>
    confirm({
      title: approval === 'approved' ? 'Approve this lead?' : 'Reject this lead?',
      what:
        approval === 'approved'
          ? 'It is marked as approved. It goes on when it is delivered.'
          : 'It is marked as rejected, and can no longer be delivered by hand.',
      does: approval === 'approved' ? 'Approve' : 'Reject',
      ...(approval === 'rejected' && { danger: true }),
      run: () => change('PUT', path('approval'), { approval }).then(done(`The lead is ${approval}`)),
    });
  const resolve = (buyer: 'has_it' | 'does_not_have_it') =>
    confirm({
      title: buyer === 'has_it' ? 'The buyer has this lead?' : 'The buyer does not have this lead?',
      what:
        buyer === 'has_it'
          ? 'The lead becomes delivered, and its slot is counted. Ask the buyer first: what is said first stands.'
          : 'The lead becomes failed, its slot is given back, and it may be reposted. Ask the buyer first: what is said first stands.',
      does: buyer === 'has_it' ? 'The buyer has it' : 'The buyer does not have it',
      danger: true,
      run: () =>
        change('POST', pathTo`/admin/v1/tenants/${tenantId}/submissions/${unknownOutcome ?? ''}/resolution`, {
          buyer,
        }).then(done('The outcome is resolved')),
    });
  const erase = () =>
    confirm({
      title: 'Erase the personal data of this lead?',
      what: 'The person is taken out of everything that is kept; counts, decisions and prices stay. It cannot be undone.',
      does: 'Erase',
      danger: true,
      run: () =>
        change('POST', path('erasure'), { waitSeconds: 30 }).then(done('The personal data is erased')),
    });
  return (
    <>
      {can.includes('resolve') && (
        <>
          <Button onClick={() => resolve('has_it')}>Buyer has it</Button>
          <Button onClick={() => resolve('does_not_have_it')}>Buyer does not have it</Button>
        </>
      )}
      {can.includes('approve') && <Button onClick={() => approve('approved')}>Approve</Button>}
      {can.includes('reject') && <Button onClick={() => approve('rejected')}>Reject</Button>}
      {can.includes('repost') && <Button onClick={repost}>Repost</Button>}
      {can.includes('deliver') && <Button onClick={() => setChoosing('deliver')}>Deliver</Button>}
      {can.includes('move') && <Button onClick={() => setChoosing('move')}>Move</Button>}
      {can.includes('erase') && may('administer') && (
        <Button danger onClick={erase}>
          Erase
        </Button>
      )}
      {choosing && (
        <Send
          action={choosing}
          from={lead.campaignId}
          path={path(choosing)}
          onClose={() => setChoosing(undefined)}
          onDone={done(choosing === 'move' ? 'The lead is moved' : 'The lead is on its way')}
        />
      )}
    </>
  );
}

interface SendProps {
  readonly action: 'deliver' | 'move';
  readonly from: string;
  readonly path: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function Send({ action, from, path, onClose, onDone }: SendProps) {
  const [campaignId, setCampaignId] = useState(action === 'deliver' ? from : '');
  const send = async (): Promise<void> => {
    const body = { campaignId: campaignId.trim().toUpperCase() };
    await change('POST', path, body);
    onClose();
    onDone();
  };
  return (
    <Dialog title={action === 'deliver' ? 'Deliver this lead' : 'Move this lead'} onClose={onClose}>
      <p>
        {action === 'deliver'
          ? 'A new submission of it goes through qualification and delivery of this campaign.'
          : 'Its campaign is changed, and a new submission goes through qualification, routing and delivery there.'}
      </p>
      <TextField label="Campaign" value={campaignId} onValue={setCampaignId} placeholder="ACMRU" autofocus />
      <div class="actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button main disabled={campaignId.trim() === ''} onClick={send}>
          {action === 'deliver' ? 'Deliver' : 'Move'}
        </Button>
      </div>
    </Dialog>
  );
}
