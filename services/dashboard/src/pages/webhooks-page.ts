/** Webhook receivers that were switched off, because they answered 410 or have failed for days. */
import type { SwitchedOffReceiver } from '@sluice/store';
import type { Session } from '../login/sessions.js';
import { html, type Html } from './html.js';
import { csrfField, instant, page, table } from './layout.js';

/** Receivers of one tenant that are switched off. */
export interface SwitchedOffOfTenant {
  readonly tenantId: string;
  readonly receivers: readonly SwitchedOffReceiver[];
}

export function webhooksPage(tenants: readonly SwitchedOffOfTenant[], session: Session): Html {
  const rows = tenants.flatMap(({ tenantId, receivers }) =>
    receivers.map(({ id, url, disabledAt, reason }) => [
      tenantId,
      html`<code>${url}</code>`,
      instant(disabledAt),
      reason,
      html`<form method="post" action="/webhooks/${tenantId}/${id}/on">
        ${csrfField(session)}<button type="submit">Switch on</button>
      </form>`,
    ]),
  );
  return page(
    'Webhooks',
    rows.length === 0
      ? html`<p>No receiver is switched off.</p>`
      : table('Receivers that are switched off', ['Tenant', 'Receiver', 'Since', 'Because', ''], rows),
    session,
  );
}
