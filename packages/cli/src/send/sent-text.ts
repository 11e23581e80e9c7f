/** What became of a file, for people to read. */
import type { Sent } from './send-file.js';

export function sentText({
  file,
  campaignId,
  rows,
  accepted,
  statuses,
  refused,
  rejectsFile,
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
      line(`  ${status}`, count, status === 'pending' ? 'still on their way' : ''),
    ),
    line('refused', refused, rejectsFile && `with their reasons in ${rejectsFile}`),
    ...(unsent > 0
      ? [line('not sent', unsent, unsentBecause), 'Send the file again: no row is sent twice.']
      : []),
  ].join('\n');
}
