/** The links under which a supplier reads how to send leads to a campaign: made, shown once, and revoked. */
import type {
  adminCreatePostingLink,
  adminRevokePostingLinks,
  EndpointData,
  SupplierView,
} from '@sluice/contracts';
import { useState } from 'react';
import * as z from 'zod/mini';
import { call } from '../../api/call.js';
import { pathTo } from '../../api/request.js';
import { may } from '../../api/session.js';
import { Button } from '../../components/button.js';
import { ask, confirm } from '../../components/confirm.js';
import { FormSelect } from '../../components/form-fields.js';
import { requiredText } from '../../components/form-texts.js';
import { Named } from '../../components/named.js';
import { NeedsRole } from '../../components/needs-role.js';
import { Panel } from '../../components/panel.js';
import { ShownOnce } from '../../components/shown-once.js';
import { Empty } from '../../components/states.js';
import { Table, type Column } from '../../components/table.js';
import { TimeAndAge, TimeInText } from '../../components/time.js';
import { toastGood } from '../../components/toast.js';
import { FormPick } from '../../frame/form-pick.js';

type Links = SupplierView['postingLinks'][number];
type Made = EndpointData<typeof adminCreatePostingLink> & { readonly campaignId: string };

const newLink = z.object({
  campaignId: requiredText('Choose a campaign.'),
  expiresInDays: z.pipe(
    z.string(),
    z.transform((days) => (days === '' ? undefined : Number(days))),
  ),
});

const lives = [
  { value: '', label: 'never' },
  { value: '7', label: 'after 7 days' },
  { value: '30', label: 'after 30 days' },
  { value: '90', label: 'after 90 days' },
  { value: '365', label: 'after a year' },
];

interface PostingLinksProps {
  readonly tenantId: string;
  readonly supplier: SupplierView;
}

export function PostingLinks({ tenantId, supplier }: PostingLinksProps) {
  const { supplierId, name, campaignIds, names, postingLinks } = supplier;
  const path = pathTo`/admin/v1/tenants/${tenantId}/suppliers/${supplierId}/posting-links`;
  const [made, setMade] = useState<Made>();
  const make = () =>
    ask({
      title: 'Make posting instructions',
      what: `A link to a page that tells ${name} how to send leads to one campaign. Who has the link needs no key.`,
      does: 'Make link',
      schema: newLink,
      initial: { campaignId: campaignIds?.length === 1 ? (campaignIds[0] ?? '') : '', expiresInDays: '' },
      fields: (
        <>
          <CampaignField tenantId={tenantId} supplier={supplier} />
          <FormSelect name="expiresInDays" label="Expires" options={lives} />
        </>
      ),
      run: async (body) => {
        const link = await call<typeof adminCreatePostingLink>('POST', path, { body });
        setMade({ ...link, campaignId: body.campaignId });
      },
    });
  const revoke = ({ campaignId, links }: Links) =>
    confirm({
      title: `Revoke the instructions for ${campaignId}?`,
      what: `${links === 1 ? 'The link' : `All ${links} links`} to them stop${links === 1 ? 's' : ''} working at once. Leads and keys of ${name} are not affected.`,
      does: 'Revoke',
      danger: true,
      run: async () => {
        await call<typeof adminRevokePostingLinks>('DELETE', path, { query: { campaignId } });
        toastGood(`The instructions for ${campaignId} are revoked.`);
      },
    });
  return (
    <Panel title="Posting instructions" actions={<Actions campaignIds={campaignIds} make={make} />}>
      <Table
        label="Links to posting instructions"
        columns={columnsFor(names, revoke)}
        rows={postingLinks}
        keyOf={({ campaignId }) => campaignId}
        empty={
          <Empty title="No links yet">
            A link tells {name} everything that it needs to send leads to a campaign.
          </Empty>
        }
      />
      {made && (
        <ShownOnce
          title={`Posting instructions for ${made.campaignId}`}
          secret={made.url}
          kind="link"
          onClose={() => setMade(undefined)}
        >
          Send this link to {name}. It is shown only once, and works until{' '}
          {made.expiresAt === undefined ? 'you revoke it' : <TimeInText at={made.expiresAt} />}.
        </ShownOnce>
      )}
    </Panel>
  );
}

function Actions({ campaignIds, make }: Pick<SupplierView, 'campaignIds'> & { readonly make: () => void }) {
  if (!may('adminCreatePostingLink')) return <NeedsRole what="Making or revoking a link" role="operate" />;
  if (campaignIds?.length === 0) return <span className="quiet">It may send leads to no campaign.</span>;
  return (
    <Button main onClick={make}>
      Make a link
    </Button>
  );
}

/** One of its campaigns; any, if it may send to any. */
function CampaignField({ tenantId, supplier: { campaignIds, names } }: PostingLinksProps) {
  if (!campaignIds)
    return (
      <FormPick
        of="campaigns"
        tenantId={tenantId}
        name="campaignId"
        label="Campaign"
        none="Choose a campaign"
        required
      />
    );
  const options = campaignIds.map((value) => {
    const { [value]: called } = names.campaigns;
    return { value, label: called === undefined ? value : `${called} (${value})` };
  });
  return (
    <FormSelect
      name="campaignId"
      label="Campaign"
      options={[{ value: '', label: 'Choose a campaign' }, ...options]}
    />
  );
}

function columnsFor(names: SupplierView['names'], revoke: (links: Links) => void): readonly Column<Links>[] {
  return [
    { head: 'Campaign', cell: ({ campaignId }) => <Named id={campaignId} names={names.campaigns} /> },
    { head: 'Links', number: true, cell: ({ links }) => String(links) },
    { head: 'Latest made', shrink: true, cell: ({ madeAt }) => <TimeAndAge at={madeAt} /> },
    ...(may('adminRevokePostingLinks')
      ? [
          {
            head: 'Actions',
            shrink: true,
            cell: (links: Links) => (
              <Button small danger onClick={() => revoke(links)}>
                Revoke
              </Button>
            ),
          },
        ]
      : []),
  ];
}
