/** Inviting people to a place, and its open invitations with what became of their mails. */
import type {
  adminAddOperator,
  adminListInvitations,
  adminSendOperatorInvitationAgain,
  InvitationView,
} from '@sluice/contracts';
import * as z from 'zod/mini';
import { call } from '../../api/call.js';
import { useAnswer } from '../../api/queries.js';
import { Badge, type Tone } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { ask, confirm } from '../../components/confirm.js';
import { FormText } from '../../components/form-fields.js';
import { requiredText } from '../../components/form-texts.js';
import { Panel } from '../../components/panel.js';
import { Empty, Loaded } from '../../components/states.js';
import { Table, type Column } from '../../components/table.js';
import { Ago } from '../../components/time.js';
import { toastGood } from '../../components/toast.js';
import type { GivenLink } from './link-once.js';
import type { Place } from './place.js';
import { RoleFields, roleBody, roleShape } from './role-fields.js';

// What becomes of a mail shows without a reload.
const EVERY_MS = 10_000;

interface Props {
  readonly place: Place;
  /** Shows a link, which an administrator is given; that of a tenant's invitation goes to the mailbox only. */
  readonly onLink: (given: GivenLink) => void;
}

const invited = z.object({ email: requiredText(), ...roleShape });

export function Invite({ place, onLink }: Props) {
  const { name, roles, tenantId } = place;
  const what =
    tenantId === undefined
      ? 'The person gets a mail with a link, which is also shown to you once. Whoever opens it sets a password, or logs in, and is in.'
      : `The person gets a mail with a link, valid for 7 days. Whoever has no account yet sets a name and password there, anyone else logs in; then the person is a member of ${name}.`;
  const open = () =>
    ask({
      title: `Invite a person to ${name}`,
      what,
      does: 'Send invitation',
      schema: invited,
      initial: { email: '', role: roles.at(tenantId === undefined ? 0 : 1)!, clientId: '', supplierId: '' },
      fields: (
        <>
          <FormText
            name="email"
            label="E-mail address"
            type="email"
            hint="The person logs in with it, and the audit names the person by it."
            autoComplete="off"
            required
          />
          <RoleFields place={place} />
        </>
      ),
      run: async (read) => {
        const sent = await call<typeof adminAddOperator>('POST', place.invitations, {
          body: roleBody(read) as never,
        });
        if (sent.link === undefined) toastGood(`${read.email} is invited.`);
        else onLink({ ...sent, lasts: '7 days' });
      },
    });
  return (
    <Button main onClick={open}>
      Invite a person
    </Button>
  );
}

export function Invitations({ place, onLink }: Props) {
  const answer = useAnswer<typeof adminListInvitations>(place.invitations, { everyMs: EVERY_MS });
  const columns: readonly Column<InvitationView>[] = [
    { head: 'Address', cell: ({ address }) => <span className="nowrap">{address}</span> },
    {
      head: 'Role',
      shrink: true,
      cell: ({ role, clientId = '', supplierId = '' }) => `${role} ${clientId}${supplierId}`,
    },
    { head: 'Mail', cell: ({ mail }) => <MailState mail={mail} /> },
    {
      head: 'Invited',
      shrink: true,
      cell: ({ createdAt, createdBy }) => (
        <>
          <Ago at={createdAt} />
          <div className="quiet">by {createdBy}</div>
        </>
      ),
    },
    { head: 'Ends', shrink: true, cell: ({ expiresAt }) => <Ago at={expiresAt} /> },
    {
      head: 'Actions',
      shrink: true,
      cell: (invitation) => (
        <span className="actions">
          <Button small onClick={() => sendAgain(invitation, { place, onLink })}>
            Send again
          </Button>
          <Button small danger onClick={() => revoke(invitation, place)}>
            Revoke
          </Button>
        </span>
      ),
    },
  ];
  return (
    <Panel title="Open invitations">
      <Loaded from={answer}>
        {({ invitations }) => (
          <Table
            label="Open invitations"
            columns={columns}
            rows={invitations}
            keyOf={({ invitationId }) => invitationId}
            empty={<Empty title="No open invitations">Whoever accepts one is listed above.</Empty>}
          />
        )}
      </Loaded>
    </Panel>
  );
}

const states: Readonly<Record<string, readonly [Tone, string]>> = {
  due: ['busy', 'on its way'],
  done: ['good', 'sent'],
  failed: ['bad', 'not sent'],
  skipped: ['warn', 'not sent'],
};

function MailState({ mail }: Pick<InvitationView, 'mail'>) {
  if (!mail) return <span className="quiet">no mail</span>;
  const [tone, text] = states[mail.status] ?? ['neutral', mail.status];
  return (
    <>
      <Badge tone={tone}>{text}</Badge> {mail.reason !== null && <span className="quiet">{mail.reason}</span>}
    </>
  );
}

function sendAgain({ invitationId, address }: InvitationView, { place, onLink }: Props): void {
  confirm({
    title: `Send the invitation of ${address} again?`,
    what: (
      <p>
        {address} gets another mail with a new link, valid for 7 days from now. The link before it works no
        more.
      </p>
    ),
    does: 'Send again',
    run: async () => {
      const { invitation, link } = await call<typeof adminSendOperatorInvitationAgain>(
        'POST',
        `${place.invitations}/${invitationId}/send-again`,
      );
      // The link of a tenant's invitation is not among what is answered.
      if (link === undefined) toastGood(`${address} is invited again.`);
      else onLink({ address, link, lasts: '7 days' });
      return invitation;
    },
  });
}

function revoke({ invitationId, address }: InvitationView, { invitations }: Place): void {
  confirm({
    title: `Revoke the invitation of ${address}?`,
    what: <p>The link in the mail works no more. You can invite {address} again.</p>,
    does: 'Revoke invitation',
    danger: true,
    run: async () => {
      await call('POST', `${invitations}/${invitationId}/revoke`);
      toastGood(`The invitation of ${address} is revoked.`);
    },
  });
}
