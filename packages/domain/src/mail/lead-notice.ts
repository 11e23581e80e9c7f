/**
 * The text of a notice to a client: who came, when, and how to reach them. Answers are left out, because they may be
 * about health.
 */
import { timeText } from '@sluice/contracts';
import type { LeadData } from '@sluice/contracts';
import { textLine } from '../delivery/text-line.js';
import { escapeHtml } from '../text/escape.js';
import { headerText } from './header-text.js';

/** A lead as the notice names it; `data` is empty if the lead was erased. */
export interface ShownLead {
  readonly leadId: string;
  readonly at: Date;
  readonly campaignName: string;
  readonly data: Pick<LeadData, 'firstName' | 'lastName' | 'phone' | 'email'>;
}

/** The parts of a mail that are written by us. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Writes the notice of `leads` and `more` others, with times in `timezone`. */
export function leadNotice(leads: readonly ShownLead[], more: number, timezone: string): MailText {
  const count = leads.length + more;
  const [first] = leads;
  const subject = count === 1 && first ? headerText(`New lead: ${first.campaignName}`) : `${count} new leads`;
  const rows = leads.map((lead) => rowsOf(lead, timezone));
  const rest = more === 0 ? [] : [`And ${more} more.`];
  const text = [...rows.map((row) => row.map(([name, value]) => textLine(name, value)).join('\n')), ...rest];
  const html = [
    ...rows.map(
      (row) =>
        `<table>${row.map(([name, value]) => `<tr><th align="left">${name}</th><td>${escapeHtml(value)}</td></tr>`).join('')}</table>`,
    ),
    ...rest.map((line) => `<p>${line}</p>`),
  ];
  return { subject, text: `${text.join('\n\n')}\n`, html: html.join('\n<hr>\n') };
}

type Row = readonly (readonly [name: string, value: string])[];

function rowsOf({ leadId, at, campaignName, data }: ShownLead, timezone: string): Row {
  const { firstName, lastName, phone, email } = data;
  const name = [firstName, lastName].filter((part) => part !== undefined).join(' ');
  const rows: Row = [
    ['Lead', leadId],
    ['Time', timeText(at, timezone, { seconds: true })],
    ['Campaign', campaignName],
    ['Name', name],
    ['Phone', phone ?? ''],
    ['Email', email ?? ''],
  ];
  return rows.filter(([, value]) => value !== '');
}
