/** What saving an item would change, and the item in plain words; nothing is saved. */
import type { adminCheckItem, EndpointData } from '@sluice/contracts';
import { useState } from 'react';
import { call } from '../api/call.js';
import { pathTo } from '../api/request.js';
import { Button } from '../components/button.js';
import { Dialog } from '../components/dialog.js';
import { Sentences } from '../components/sentences.js';
import type { Kind } from './kinds.js';
import type { Item } from './values.js';

type Checked = EndpointData<typeof adminCheckItem>;

interface PreviewProps {
  readonly kind: Kind;
  readonly tenantId: string;
  readonly item: Item;
  /** The etag that it will be saved with. */
  readonly basedOn: string | null;
  /** Nothing is wrong with it. */
  readonly onPassed: () => void;
  readonly onRefused: (error: unknown) => Promise<unknown>;
}

export function Preview({ kind, tenantId, item, basedOn, onPassed, onRefused }: PreviewProps) {
  const [checked, setChecked] = useState<Checked>();
  const check = async () => {
    const path = pathTo`/admin/v1/tenants/${tenantId}/items/${kind.section}/check`;
    try {
      setChecked(await call<typeof adminCheckItem>('POST', path, { body: { item, basedOn } }));
      onPassed();
    } catch (error) {
      await onRefused(error);
    }
  };
  return (
    <>
      <Button onClick={check}>Check</Button>
      {checked && (
        <Dialog title="If this is saved" onClose={() => setChecked(undefined)}>
          {checked.changes.length === 0 && <p>Nothing changes.</p>}
          <ul>
            {checked.changes.map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <Sentences sentences={checked.inWords} calm />
          <div className="actions">
            <Button onClick={() => setChecked(undefined)}>Close</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
