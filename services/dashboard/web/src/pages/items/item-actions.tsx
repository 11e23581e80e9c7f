/** What is done with a saved item as a whole: pause, copy, archive, look at its history and at its YAML. */
import type { adminSaveItem } from '@sluice/contracts';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../api/call.js';
import { pathTo } from '../../api/request.js';
import { may } from '../../api/session.js';
import { archiveItem } from '../../components/archive-item.js';
import { Button, buttonClass } from '../../components/button.js';
import { confirm } from '../../components/confirm.js';
import { CopyButton } from '../../components/copy.js';
import { Dialog } from '../../components/dialog.js';
import { newItemAddress } from '../../components/new-item.js';
import { toastGood } from '../../components/toast.js';
import { orLoadAgain } from '../../frame/load-again.js';
import type { Kind } from '../../items/kinds.js';
import type { Item } from '../../items/values.js';

const loadYaml = orLoadAgain(() => import('yaml'));

interface ItemActionsProps {
  readonly kind: Kind;
  readonly tenantId: string;
  readonly id: string;
  readonly item: Item;
  readonly etag: string;
  readonly isArchived: boolean;
  /** Whether the form has changes, which a pause would make another person's. */
  readonly isChanged: boolean;
}

export function ItemActions(props: ItemActionsProps) {
  const { kind, tenantId, id, item, etag, isArchived, isChanged } = props;
  const { section, one } = kind;
  const path = pathTo`/admin/v1/tenants/${tenantId}/items/${section}/${id}`;
  const address = pathTo`/items/${tenantId}/${section}/${id}`;
  const [yaml, setYaml] = useState<string>();
  const isPaused = item['active'] === false;
  // Those that are out of use without being archived; a field is not.
  const pauses = typeof item['active'] === 'boolean' && section !== 'fieldLibrary';
  const isList = section !== 'tenant';
  // The only kind that whatever refers to it does not ask whether it is in use.
  const isOffer = section === 'offers';
  const pause = () =>
    confirm({
      title: isPaused ? `Resume ${id}?` : `Pause ${id}?`,
      what: isPaused
        ? 'Within seconds it is in use again.'
        : isOffer
          ? 'It is marked as paused. Its campaigns go on: to take no more leads, pause those.'
          : 'Within seconds it is not used any more, until it is resumed.',
      does: isPaused ? 'Resume' : 'Pause',
      run: async () => {
        await call<typeof adminSaveItem>('PUT', path, {
          body: { item: { ...item, active: isPaused }, basedOn: etag },
        });
        toastGood(`${id} is ${isPaused ? 'in use' : 'paused'}.`);
      },
    });
  const archive = () =>
    archiveItem({
      ...{ tenantId, section, id, name: id, isArchived },
      what: isArchived
        ? 'It is offered again and, within seconds, used again.'
        : `${isOffer ? 'It is not offered any more, and its campaigns go on.' : 'Within seconds nothing uses it.'} It keeps its history, and lists show it when asked for.`,
    });
  const wait = isChanged ? 'Save or discard the changes first' : undefined;
  return (
    <>
      <Link className={buttonClass({})} to={`${address}/history`}>
        History
      </Link>
      <Button
        onClick={async () => setYaml((await loadYaml()).stringify(isList ? { [section]: [item] } : item))}
      >
        Show as YAML
      </Button>
      {isList && may('adminSaveItem', tenantId) && (
        <>
          <Link className={buttonClass({})} to={newItemAddress(section, tenantId, id)}>
            Copy
          </Link>
          {pauses && !isArchived && (
            <Button disabled={isChanged} title={wait} onClick={pause}>
              {isPaused ? 'Resume' : 'Pause'}
            </Button>
          )}
        </>
      )}
      {isList && may('adminArchiveItem', tenantId) && (
        <Button danger={!isArchived} disabled={isChanged} title={wait} onClick={archive}>
          {isArchived ? 'Take out of the archive' : 'Archive'}
        </Button>
      )}
      {yaml !== undefined && (
        <Dialog title={`${one} ${id} as YAML`} onClose={() => setYaml(undefined)}>
          <p>As it stands in the tenant file. A stored secret appears as ••••.</p>
          <pre tabIndex={0}>{yaml}</pre>
          <div className="actions">
            <CopyButton text={yaml} />
            <Button onClick={() => setYaml(undefined)}>Close</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
