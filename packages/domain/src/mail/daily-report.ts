/** The daily report of a client: when it is due, and its text. */
import { moneyText, dayText } from '@sluice/contracts';
import type { LeadData, LeadReportRow, NewEffect } from '@sluice/contracts';
import { clientKey } from '../effects/effect-key.js';
import { csvLine } from '../text/csv.js';
import { wallTimeAt } from '../time/wall-time.js';
import { escapeHtml } from '../text/escape.js';
import { headerText } from './header-text.js';
import type { MailText } from './lead-notice.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DUE_AT_MS = 7 * HOUR_MS;
const KEPT_MS = 30 * DAY_MS;

/**
 * The local date on which a report is due at `now`, and the day before, which it is about: from 07:00 in `zone` until
 * midnight. Undefined before 07:00.
 */
export function reportDue(
  zone: string,
  now: Date,
): { readonly date: string; readonly day: string } | undefined {
  const wall = wallTimeAt(zone, now.getTime());
  if (wall % DAY_MS < DUE_AT_MS) return undefined;
  return { date: dateOf(wall), day: dateOf(wall - DAY_MS) };
}

function dateOf(wallMs: number): string {
  return new Date(wallMs).toISOString().slice(0, 10);
}

/** The effect of a report: one per client and local date, whoever plans it and however often. */
export function reportEffect(
  clientId: string,
  { date, day }: { readonly date: string; readonly day: string },
  eventId: string,
): NewEffect {
  return {
    effectId: clientKey(clientId, `report.${date}`),
    kind: 'email',
    eventId,
    trigger: 'daily_report',
    body: { mail: 'report', clientId, day },
    expiresAt: new Date(Date.parse(date) + KEPT_MS),
  };
}

/** A lead that was placed, as a row of the report's table. */
export interface ReportedLead {
  readonly leadId: string;
  readonly placedAt: Date;
  readonly campaign: string;
  readonly data: Pick<LeadData, 'firstName' | 'lastName' | 'phone' | 'email'>;
  /** Absent for a lead without a price. */
  readonly price?: number;
  readonly currency?: string;
}

/** The numbers of a day. */
export type ReportedDay = Pick<LeadReportRow, 'received' | 'delivered' | 'rejected' | 'returned' | 'money'>;

/** A report as it is mailed; without placed leads it has no table. */
export interface ReportMail extends MailText {
  readonly attachment?: { readonly filename: string; readonly contentType: string; readonly content: string };
}

/** Writes the report of `day`; `more` leads are not in `leads`. */
export function dailyReport(
  { clientName, day }: { readonly clientName: string; readonly day: string },
  { received, delivered, rejected, returned, money }: ReportedDay,
  leads: readonly ReportedLead[],
  more = 0,
): ReportMail {
  const revenue = money.map((each) => moneyText(each.revenue, each.currency)).join(', ');
  const lines = [
    `${clientName}, ${dayText(day)}`,
    `Received: ${received}`,
    `Placed: ${delivered}`,
    `Refused: ${rejected}`,
    `Returned: ${returned}`,
    `Revenue: ${revenue === '' ? '0' : revenue}`,
    ...(leads.length === 0 ? ['No lead was placed on this day.'] : []),
    ...(more === 0 ? [] : [`The table has the first ${leads.length} leads; ${more} more were placed.`]),
  ];
  return {
    subject: headerText(`Leads of ${dayText(day)}: ${delivered} placed`),
    text: `${lines.join('\n')}\n`,
    html: lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n'),
    attachment:
      leads.length > 0
        ? {
            filename: `leads-${day}.csv`,
            contentType: 'text/csv; charset=utf-8',
            content: tableOf(leads),
          }
        : undefined,
  };
}

const columns = [
  'leadId',
  'placedAt',
  'campaign',
  'firstName',
  'lastName',
  'phone',
  'email',
  'price',
  'currency',
];

function tableOf(leads: readonly ReportedLead[]): string {
  const rows = leads.map(({ leadId, placedAt, campaign, data, price, currency }) =>
    csvLine([
      leadId,
      placedAt.toISOString(),
      campaign,
      data.firstName ?? null,
      data.lastName ?? null,
      data.phone ?? null,
      data.email ?? null,
      price ?? null,
      currency ?? null,
    ]),
  );
  return [csvLine(columns), ...rows].join('');
}
