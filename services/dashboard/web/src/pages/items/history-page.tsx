/** The changes of an item; what it was before each opens in its form again. */
import type {
  adminGetItem,
  adminGetItemVersion,
  adminListItemVersions,
  EndpointData,
} from '@sluice/contracts';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { Problem } from '../../api/problem.js';
import { useAnswer } from '../../api/queries.js';
import { pathTo } from '../../api/request.js';
import { Button, buttonClass } from '../../components/button.js';
import { confirm } from '../../components/confirm.js';
import { PageHead } from '../../components/page-head.js';
import { Panel } from '../../components/panel.js';
import { Empty, Loaded } from '../../components/states.js';
import { Table } from '../../components/table.js';
import { TimeAndAge } from '../../components/time.js';
import { toastProblem } from '../../components/toast.js';
import { OfTenant } from '../../frame/tenant.js';
import { Shown } from '../../items/conflict.js';
import { draftOf, keepDraft, keptDraft } from '../../items/drafts.js';
import { kindOf, mayWrite, type Kind } from '../../items/kinds.js';
import { placeInWords } from '../../items/place-in-words.js';
import { differences, nameOfPath } from '../../items/values.js';
import { NotFoundPage } from '../not-found/not-found-page.js';

type Version = EndpointData<typeof adminListItemVersions>['versions'][number];

const ways: Readonly<Record<Version['way'], string>> = {
  form: 'in a form',
  file: 'by a tenant file',
  interface: 'by a program',
  portal: 'in the portal',
};

export default function HistoryPage() {
  const { section, id = '' } = useParams();
  const kind = kindOf(section);
  if (!kind) return <NotFoundPage />;
  return <OfTenant>{({ tenantId }) => <History kind={kind} tenantId={tenantId} id={id} />}</OfTenant>;
}

interface OfItem {
  readonly kind: Kind;
  readonly tenantId: string;
  readonly id: string;
}

function History({ kind, tenantId, id }: OfItem) {
  const path = pathTo`/admin/v1/tenants/${tenantId}/items/${kind.section}/${id}`;
  const answer = useAnswer<typeof adminListItemVersions>(`${path}/history`);
  const [chosen, setChosen] = useState<number>();
  return (
    <>
      <PageHead
        title={`History of ${id}`}
        actions={
          <Link className={buttonClass({})} to={pathTo`/items/${tenantId}/${kind.section}/${id}`}>
            To the form
          </Link>
        }
      >
        Who changed this {kind.one}, when and how, the newest change first.
      </PageHead>
      <Loaded from={answer}>
        {({ versions }) => (
          <Panel>
            <Table
              label="Changes"
              rows={versions}
              keyOf={({ version }) => String(version)}
              empty={<Empty title="No changes yet" />}
              columns={[
                { head: 'When', cell: ({ at }) => <TimeAndAge at={at} /> },
                { head: 'Who', cell: ({ by }) => by },
                { head: 'How', cell: ({ way }) => ways[way] },
                {
                  head: '',
                  shrink: true,
                  cell: ({ version }) => (
                    <Button small onClick={() => setChosen(version)}>
                      Before this change
                    </Button>
                  ),
                },
              ]}
            />
          </Panel>
        )}
      </Loaded>
      {chosen !== undefined && (
        <Before key={chosen} kind={kind} tenantId={tenantId} id={id} version={chosen} />
      )}
    </>
  );
}

const TOO_LARGE =
  'It is too large for this tab to keep until the form opens. Discard what you typed in other forms, and try again.';

/** The item before a change, beside what it is now. */
function Before({ kind, tenantId, id, version }: OfItem & { readonly version: number }) {
  const path = pathTo`/admin/v1/tenants/${tenantId}/items/${kind.section}/${id}`;
  const before = useAnswer<typeof adminGetItemVersion>(`${path}/history/${version}`);
  const now = useAnswer<typeof adminGetItem>(path);
  const navigate = useNavigate();
  return (
    <Loaded from={before}>
      {({ item }) => (
        <Loaded from={now}>
          {({ item: current, etag }) => {
            if (!item) return <Panel title="Before this change">It did not exist.</Panel>;
            const of = draftOf(tenantId, kind.section, id);
            const open = async () => {
              if (keepDraft(of, { basedOn: etag, was: current, item }) === 'no room')
                throw new Problem('INVALID_STATE', TOO_LARGE);
              void navigate(pathTo`/items/${tenantId}/${kind.section}/${id}`);
            };
            const restore = () => {
              if (!keptDraft(of)) return void open().catch(toastProblem);
              confirm({
                title: 'Replace what you typed?',
                what: `The form of ${id} has changes of yours that are not saved. They are gone if you restore this.`,
                does: 'Restore',
                danger: true,
                run: open,
              });
            };
            return (
              <Panel
                title="Before this change"
                actions={mayWrite(kind, tenantId) && <Button onClick={restore}>Restore</Button>}
              >
                <p className="quiet">Restore opens the form with it; nothing changes until you save there.</p>
                <Table
                  label="What was different"
                  cards
                  rows={differences(item, current)}
                  keyOf={({ path: at }) => nameOfPath(at)}
                  empty={<Empty title="It was as it is now" />}
                  columns={[
                    { head: 'Field', cell: ({ path: at }) => placeInWords(at) },
                    { head: 'Then', cell: ({ before: value }) => <Shown value={value} /> },
                    { head: 'Now', cell: ({ after: value }) => <Shown value={value} /> },
                  ]}
                />
              </Panel>
            );
          }}
        </Loaded>
      )}
    </Loaded>
  );
}
