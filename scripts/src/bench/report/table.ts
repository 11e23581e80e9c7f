/** The table of a run: Sluice next to its yardsticks, line by line, each with its goal. */
import { summarise, type Summary } from '../measure/statistics.js';
import type { Samples } from '../rounds.js';

// Name; unit; Sluice's figure; the yardsticks' figure; goal.
const lines = rowsOf(`
ingest, workers stopped                 |/s | sluice.stopped.ingest      | stopped.ingest      | ≥ 0.50 × the floor
its p99                                 | ms| sluice.stopped.ingestP99Ms | stopped.ingestP99Ms | ≤ 2.00 × the floor
ingest, workers running                 |/s | sluice.ingest              | ingest              | ≥ 0.35 × the floor
its p99                                 | ms| sluice.ingestP99Ms         | ingestP99Ms         |
end to end: nothing left to do          |/s | sluice.endToEnd            | endToEnd            | ≥ 0.34 × the floor
last lead at its buyer                  |/s | sluice.atBuyer             | endToEnd            |
1 pixel, 4 webhooks a lead: all done    |/s | effects.endToEnd           | endToEnd            | ≥ 0.18 × the floor
with them, last lead at its buyer       |/s | effects.atBuyer            | endToEnd            | ≥ 0.35 × the floor
lone lead, from its 202 to its buyer    | ms| neighbour.quiet.lone       |                     | ≤ 15 ms
single leads, to the 202, p95           | ms| neighbour.quiet.accepted   |                     |
beside another tenant's burst           | ms| neighbour.beside.accepted  |                     |
of the quiet ones                       | × | neighbour.times.accepted   |                     | ≤ 12 ×
single leads, to the buyer, p95         | ms| neighbour.quiet.atBuyer    |                     |
beside another tenant's burst           | ms| neighbour.beside.atBuyer   |                     |
of the quiet ones                       | × | neighbour.times.atBuyer    |                     | ≤ 12 ×
third buyer, of the first: processor    | × | refusals.times             |                     | ≤ 2 ×
that, with webhooks                     | × | refusals.hookedTimes       |                     | ≤ 2.4 ×
largest worker, resident                | MB| memory.worker              |                     | ≤ 175 MB
gateway, resident                       | MB| memory.gateway             |                     | ≤ 220 MB
dashboard, resident                     | MB| memory.dashboard           |                     | ≤ 220 MB
grown store: end to end                 |/s | growth.endToEnd            | endToEnd            |
processor time, of a small store's      | × | growth.times               |                     | ≤ 1.3 ×
month's report by day and campaign      | ms| growth.report.firstMs      |                     | ≤ 10,000 ms
the same again                          | ms| growth.report.keptMs       |                     | ≤ 1,000 ms
processor time a lead with its effects  | µs| effects.cpuUs.total        | cpuUs.total         | ≤ 5,000 µs
not in it: load and buyer of the bench  | µs| sluice.cpuUs.bench         | cpuUs.bench         |
processor time a lead                   | µs| sluice.cpuUs.total         | cpuUs.total         | ≤ 1,900 µs`);
const ofService = (name: string) => [`of it: ${name}`, ' µs', `sluice.cpuUs.${name}`, `cpuUs.${name}`, ''];

function rowsOf(text: string): readonly (readonly string[])[] {
  const rows = text.trim().split('\n');
  return rows.map((row) => row.split('|').map((cell, n) => (n === 1 ? cell.trimEnd() : cell.trim())));
}

/** The rows of the table, its head first. */
export function tableOf(samples: Samples): readonly (readonly string[])[] {
  const services = Object.keys(samples.sluice ?? {}).flatMap(
    (name) => /^cpuUs\.(?!total|bench)(.*)/.exec(name)?.[1] ?? [],
  );
  const head = ['', 'floor', 'bare batches', 'Sluice', 'of the floor', 'of bare', 'goal', ''];
  return [head, ...[...lines, ...services.map(ofService)].map((line) => cellsOf(line, samples))];
}

function cellsOf(
  [name = '', unit = '', figure = '', yardstick = '', goal = '']: readonly string[],
  samples: Samples,
) {
  const summaryOf = (path: string) => {
    const [scenario = '', ...rest] = path.split('.');
    return summarise(samples[scenario as keyof Samples]?.[rest.join('.')]);
  };
  const [own, floor, batches] = [figure, `floor.${yardstick}`, `batches.${yardstick}`].map(summaryOf);
  const ratioTo = (other: Summary | undefined) => own && other && own.median / other.median;
  const [ofFloor, ofBatches] = [ratioTo(floor), ratioTo(batches)];
  const value = goal.endsWith('the floor') ? ofFloor : own?.median;
  const bound = Number(goal.replaceAll(/[^\d.]/g, ''));
  const isReached = value !== undefined && (goal.startsWith('≥') ? value >= bound : value <= bound);
  const verdict = goal === '' || value === undefined ? '' : isReached ? 'reached' : 'missed';
  const summaries = [floor, batches].map((one) => (one ? summaryText(one, unit) : ''));
  const ratios = [ofFloor, ofBatches].map((ratio) => (ratio === undefined ? '' : numberText(ratio, ' ×')));
  return [name, ...summaries, own ? summaryText(own, unit) : 'not measured', ...ratios, goal, verdict];
}

/** The median with its unit, and the range if rounds differ: `2,515/s (2,480–2,530)`. */
function summaryText({ median, least, most }: Summary, unit: string): string {
  const [low, high] = [least, most].map((value) => numberText(value, unit).slice(0, -unit.length));
  return `${numberText(median, unit)}${low === high ? '' : ` (${low}–${high})`}`;
}

/** A number with its unit. */
export function numberText(value: number, unit: string): string {
  const digits = unit === ' ×' ? 2 : unit === ' ms' && value < 20 ? 1 : 0;
  return `${value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })}${unit}`;
}
