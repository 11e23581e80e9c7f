/** What needs attention: quarantined submissions with their reason, unknown outcomes, endpoints that fail. */
import type { UnknownOutcome } from '@sluice/store';
import type { AttentionOfTenant, Quarantined } from '../attention.js';
import type { Session } from '../login/sessions.js';
import { html, type Html, type Part } from './html.js';
import { instant, page, table } from './layout.js';
import { resolveLinks } from './resolve-page.js';

export function attentionPage(tenants: readonly AttentionOfTenant[], session: Session): Html {
  const sections = tenants.flatMap(sectionsOf);
  return page(
    'Attention',
    sections.length === 0
      ? html`<p><span class="good">Nothing needs attention.</span></p>`
      : html`${sections}
          <p class="quiet">
            A quarantined lead is sent again with <code>sluice replay</code>, once its cause is mended. Of an
            unknown outcome, ask the buyer, and say here what it says: until then its slot is kept.
          </p>`,
    session,
  );
}

function sectionsOf({
  tenantId,
  unread,
  counts,
  quarantined,
  unknown,
  unknownCount,
  setAside,
  circuits,
}: AttentionOfTenant): Html[] {
  const all = (reason: string): number =>
    counts.reduce((sum, each) => sum + (each.reason === reason ? each.count : 0), 0);
  const sections: (Html | undefined)[] = [
    unread &&
      html`<p class="notice bad" role="alert">What needs attention at ${tenantId} could not be read.</p>`,
    section(
      `Quarantined submissions of ${tenantId}: ${all('quarantined')}`,
      ['Lead', 'Submission', 'Campaign', 'Since', 'Stage', 'Because', 'Times'],
      quarantined.map((lead) => [...leadCells(tenantId, lead), ...whyCells(lead)]),
    ),
    section(
      `Leads of ${tenantId} of which nobody knows whether the buyer has them: ${unknownCount}`,
      ['Lead', 'Submission', 'Campaign', 'Since', 'Status', 'The buyer says'],
      unknown.map((lead) => [
        ...leadCells(tenantId, lead),
        lead.status,
        resolveLinks(tenantId, lead.submissionId),
      ]),
    ),
    section(
      `Submissions of ${tenantId} that end their workers again and again`,
      ['Lead', 'Submission', 'Ended workers', 'Looked at again'],
      setAside.map(({ leadId, submissionId, deaths, nextLookAt }) => [
        leadLink(tenantId, leadId),
        submissionId,
        deaths,
        instant(nextLookAt),
      ]),
    ),
    section(
      `Delivery endpoints of ${tenantId} that are left alone for a while, because most calls fail`,
      ['Endpoint', 'Since', 'Asked again'],
      circuits.map(({ endpoint, since, until }) => [
        html`<code>${endpoint}</code>`,
        instant(since),
        instant(until),
      ]),
    ),
  ];
  return sections.filter((one) => one !== undefined);
}

function section(
  caption: string,
  heading: readonly string[],
  rows: readonly (readonly Part[])[],
): Html | undefined {
  return rows.length === 0 ? undefined : table(caption, heading, rows);
}

function leadCells(tenantId: string, { leadId, submissionId, campaignId, since }: UnknownOutcome): Part[] {
  return [leadLink(tenantId, leadId), submissionId, campaignId, instant(since)];
}

function whyCells({ why }: Quarantined): Part[] {
  return why ? [why.stage, why.because, why.times ?? ''] : ['', 'no reason kept', ''];
}

function leadLink(tenantId: string, leadId: string): Html {
  return html`<a href="/leads/${tenantId}/${leadId}">${leadId}</a>`;
}
