/** What was changed through the console. */
import type { AuditEntry } from '@sluice/store';
import type { Session } from '../login/sessions.js';
import { html, type Html } from './html.js';
import { instant, page, table } from './layout.js';

export function auditPage(entries: readonly AuditEntry[], session: Session): Html {
  return page(
    'Audit',
    entries.length === 0
      ? html`<p>Nothing was changed yet.</p>`
      : table(
          `The last ${entries.length} changes`,
          ['When', 'What', 'Who', 'From', 'Outcome'],
          entries.map(({ at, what, who, from, outcome }) => [
            instant(at),
            html`<code>${what}</code>`,
            who,
            from,
            outcome ?? html`<span class="warn">unknown</span>`,
          ]),
        ),
    session,
  );
}
