/** Archives an item of a tenant, or takes it out of the archive, once a person has read what follows. */
import type { adminArchiveItem } from '@sluice/contracts';
import { call } from '../api/call.js';
import { pathTo } from '../api/request.js';
import { confirm } from './confirm.js';
import { toastGood } from './toast.js';

interface ItemToArchive {
  readonly tenantId: string;
  readonly section: string;
  readonly id: string;
  /** What it is called in the dialog. */
  readonly name: string;
  readonly isArchived: boolean;
  /** What follows, in one sentence or two. */
  readonly what: string;
}

export function archiveItem({ tenantId, section, id, name, isArchived, what }: ItemToArchive): void {
  confirm({
    title: isArchived ? `Take ${name} out of the archive?` : `Archive ${name}?`,
    what,
    does: isArchived ? 'Take out of the archive' : 'Archive',
    danger: isArchived ? undefined : true,
    run: async () => {
      const path = pathTo`/admin/v1/tenants/${tenantId}/items/${section}/${id}/archive`;
      await call<typeof adminArchiveItem>('POST', path, { body: { archived: !isArchived } });
      toastGood(`${name} is ${isArchived ? 'in use' : 'archived'}.`);
    },
  });
}
