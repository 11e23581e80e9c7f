/** A lead's journey: every submission with its decisions and their traces, attempts and effects. Without contact data. */
import type { Effect, RecordedDecision, Tenant, Trace } from '@sluice/contracts';
import type { DeliveryAttempt, Journey, SubmissionJourney } from '@sluice/store';
import type { Session } from '../login/sessions.js';
import { html, type Html, type Part } from './html.js';
import { durationText, instant, page, table } from './layout.js';
import { resolveLinks } from './resolve-page.js';

const UNKNOWN_OUTCOME = 'unknown_outcome';

/** Asks which lead to show; `problem` says why the last one could not be. */
export function leadSearchPage(tenants: readonly Tenant[], session: Session, problem?: string): Html {
  return page(
    'Leads',
    html`${problem !== undefined && html`<p class="notice bad" role="alert">${problem}</p>`}
      <form class="panel fields" method="get" action="/leads">
        <div>
          <label for="tenant">Tenant</label>
          <input
            type="text"
            id="tenant"
            name="tenant"
            list="tenants"
            required
            value="${tenants[0]?.tenantId}"
          />
          <datalist id="tenants">
            ${tenants.map(({ tenantId }) => html`<option value="${tenantId}"></option>`)}
          </datalist>
        </div>
        <div>
          <label for="leadId">Lead</label>
          <input type="text" id="leadId" name="leadId" required placeholder="lead_…" />
        </div>
        <button type="submit">Show its journey</button>
      </form>`,
    session,
  );
}

/** The journey of one lead. */
export function leadPage({ lead, submissions, once }: Journey, session: Session): Html {
  return page(
    lead.leadId,
    html`<div class="panel">
        ${facts([
          ['Tenant', lead.tenantId],
          ['Campaign', lead.campaignId],
          ['Status', because(lead.status, lead.reason)],
          ['Approval', lead.approvalStatus],
          ['Test lead', lead.isTest && 'yes'],
          ['Created', instant(lead.createdAt)],
          ['Updated', instant(lead.updatedAt)],
        ])}
      </div>
      ${submissions.map((one) => submissionSection(lead.tenantId, one))}
      ${effectTable('Effects of the lead as a whole', once)}`,
    session,
  );
}

function submissionSection(
  tenantId: string,
  { submission, decisions, attempts, effects }: SubmissionJourney,
): Html {
  const { submissionId, kind, campaignId, acceptedAt, status, reason } = submission;
  return html`<section>
    <h2>${submissionId}</h2>
    <p>
      ${kind} to ${campaignId}, accepted ${instant(acceptedAt)}: <strong>${because(status, reason)}</strong>
    </p>
    ${reason === UNKNOWN_OUTCOME && html`<p>The buyer says: ${resolveLinks(tenantId, submissionId)}</p>`}
    <ol class="journey">
      ${decisions.map(decision)}
    </ol>
    ${attempts.length > 0 && attemptTable(attempts)} ${effectTable('Effects', effects)}
  </section>`;
}

function decision({ stage, generation, decision: made, decidedAt }: RecordedDecision): Html {
  const target = 'campaignId' in made ? ` ${made.campaignId}` : '';
  return html`<li>
    <strong>${stage}${generation > 0 && ` ${generation}`}</strong>:
    ${because(made.kind + target, made.reason)}
    <span class="quiet">${instant(decidedAt)}</span>
    ${trace(made.trace)}
  </li>`;
}

const verdictClass: Readonly<Record<Trace[number]['verdict'], string>> = {
  matched: 'good',
  passed: 'good',
  chosen: 'good',
  unmatched: 'quiet',
  skipped: 'quiet',
  failed: 'bad',
  passed_over: 'warn',
  held: 'warn',
};

function trace(entries: Trace): Html | undefined {
  if (entries.length === 0) return undefined;
  return html`<ul class="trace">
    ${entries.map(
      ({ looked, at, verdict, because: why, values, of }) =>
        html`<li>
          ${looked} ${at}
          <span class="${verdictClass[verdict]}">${verdict}</span>${why !== undefined && `, ${why}`}
          ${values && html`<code>${JSON.stringify(values)}</code>`} ${of && trace(of)}
        </li>`,
    )}
  </ul>`;
}

function attemptTable(attempts: readonly DeliveryAttempt[]): Html {
  return table(
    'Delivery attempts',
    ['Attempt', 'Begun', 'To', 'Outcome', 'Status', 'Took'],
    attempts.map(({ n, startedAt, url, outcome, ending }) => [
      String(n),
      instant(startedAt),
      html`<code>${url}</code>`,
      outcome
        ? because(outcome.kind, outcome.reason)
        : ending
          ? 'called off'
          : 'under way, or its worker died',
      outcome?.status ?? '',
      outcome ? durationText(outcome.durationMs) : '',
    ]),
  );
}

function effectTable(caption: string, effects: readonly Effect[]): Html | undefined {
  if (effects.length === 0) return undefined;
  return table(
    caption,
    ['Kind', 'By', 'State', 'Tries'],
    effects.map(({ kind, trigger, status, reason, attempts }) => [
      kind,
      trigger,
      because(status, reason),
      attempts.length,
    ]),
  );
}

function facts(rows: readonly (readonly [string, Part])[]): Html {
  return html`<dl>
    ${rows.map(
      ([name, value]) =>
        value !== undefined &&
        value !== false &&
        html`<dt>${name}</dt>
          <dd>${value}</dd>`,
    )}
  </dl>`;
}

function because(what: string, reason: string | undefined): string {
  return reason === undefined ? what : `${what} (${reason})`;
}
