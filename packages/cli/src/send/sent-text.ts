/** The outcomes of a file as text. */
import type { Sent } from './send-file.js';

export function sentText({
  file,
  campaignId,
  rows,
  accepted,
  statuses,
  refused,
  refusals,
  rejectsFile,
  repeated,
  unsent,
  unsentBecause,
}: Sent): string {
  const line = (name: string, count: number, remark = ''): string =>
    `  ${name.padEnd(20)}${String(count).padStart(8)}${remark && `   ${remark}`}`;
  const byCount = Object.entries(statuses).sort(([, one], [, other]) => other - one);
  return [
    `${file} to campaign ${campaignId}: ${rows} rows`,
    line('accepted', accepted),
    ...byCount.map(([status, count]) =>
      line(`  ${status}`, count, status === 'pending' ? 'still in progress' : ''),
    ),
    line('refused', refused, rejectsFile && `see ${rejectsFile} for the reasons`),
    ...refusals.map(({ place, reasons }) => `    ${place}: ${reasons.join('; ')}`),
    ...(refused > refusals.length ? ['    …'] : []),
    ...(repeated > 0 ? [line('repeated', repeated, 'the same as an earlier row, not sent again')] : []),
    ...(unsent > 0
      ? [line('not sent', unsent, unsentBecause), 'Send the file again: no row is sent twice.']
      : []),
  ].join('\n');
}
