/** Resolving an unknown outcome: what an operator may say of it, asked once more before it is done. */
import type { Resolution } from '@sluice/pipeline';
import type { Session } from '../login/sessions.js';
import { html, type Html } from './html.js';
import { csrfField, page } from './layout.js';

/** What the buyer may have said, by the last part of the address. */
export const answers = {
  'has-it': 'has_it',
  'does-not-have-it': 'does_not_have_it',
} as const;
export type AnswerPath = keyof typeof answers;

const spoken: Readonly<Record<AnswerPath, { readonly label: string; readonly means: string }>> = {
  'has-it': {
    label: 'The buyer has it',
    means: 'The lead becomes delivered, and its slot counts as a placement.',
  },
  'does-not-have-it': {
    label: 'The buyer does not have it',
    means: 'The lead becomes failed and may be sent again, and its slot is given back.',
  },
};

function pathOf(tenantId: string, submissionId: string, said: AnswerPath): string {
  return `/unknown/${encodeURIComponent(tenantId)}/${encodeURIComponent(submissionId)}/${said}`;
}

/** Links to what may be said of a submission of unknown outcome. */
export function resolveLinks(tenantId: string, submissionId: string): Html {
  const links = (Object.keys(spoken) as AnswerPath[]).map(
    (said) => html`<a href="${pathOf(tenantId, submissionId, said)}">${spoken[said].label}</a> `,
  );
  return html`${links}`;
}

/** Asks whether it is really so. */
export function confirmPage(
  tenantId: string,
  submissionId: string,
  said: AnswerPath,
  session: Session,
): Html {
  const { label, means } = spoken[said];
  return page(
    label,
    html`<p>Of <code>${submissionId}</code> of ${tenantId} nobody knows whether the buyer has the lead.</p>
      <p>${means} This cannot be taken back.</p>
      <form class="panel" method="post" action="${pathOf(tenantId, submissionId, said)}">
        ${csrfField(session)}<button type="submit">${label}</button> <a href="/attention">Cancel</a>
      </form>`,
    session,
  );
}

/** Says why nothing was resolved. */
export function unresolvedPage(resolution: Resolution, session: Session): Html {
  return page('Not resolved', html`<p class="notice bad" role="alert">${why(resolution)}</p>`, session);
}

function why(resolution: Resolution): string {
  switch (resolution.kind) {
    case 'resolved':
      return 'It is resolved.';
    case 'said_otherwise':
      return `Somebody resolved it before, as ${resolution.status}: that stands.`;
    case 'moving':
      return `The lead is on its way again with ${resolution.by}: wait until that has ended.`;
    case 'nothing_unknown':
      return `Its outcome is known: it is ${resolution.status}.`;
    case 'not_found':
      return 'There is no such submission.';
  }
}
