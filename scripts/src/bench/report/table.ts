/** The table of a run: Sluice next to its yardsticks, line by line, each with its goal. */
import { serviceNames } from '@sluice/local';
import { max, median, min } from 'simple-statistics';
import type { Samples } from '../rounds.js';

// Name; unit; Sluice's figure; the yardsticks' figure; goal.
const lines =
  `ingest, workers stopped                 |/s | sluice.stopped.ingest      | stopped.ingest      | ≥ 0.50 × the floor
its p99                                 | ms| sluice.stopped.ingestP99Ms | stopped.ingestP99Ms | ≤ 2.00 × the floor
ingest, workers running                 |/s | sluice.ingest              | ingest              | ≥ 0.35 × the floor
its p99                                 | ms| sluice.ingestP99Ms         | ingestP99Ms         |
end to end: nothing left to do          |/s | sluice.endToEnd            | endToEnd            | ≥ 0.34 × the floor
last lead at its buyer                  |/s | sluice.atBuyer             | endToEnd            |
1 pixel, 4 webhooks a lead: all done    |/s | effects.endToEnd           | endToEnd            | ≥ 0.18 × the floor
with them, last lead at its buyer       |/s | effects.atBuyer            | endToEnd            | ≥ 0.35 × the floor
one lead a second: to its 202, p99      | ms| single.ingestP99Ms         |                     |
from its 202 to its buyer, median       | ms| single.toBuyerMs           |                     | ≤ 15 ms
third buyer, of the first: processor    | × | refusals.times             |                     | ≤ 2 ×
that, with webhooks                     | × | refusals.hookedTimes       |                     | ≤ 2.4 ×
processor time, with a supplier         | × | supplier.times             |                     | ≤ 1.1 ×
entries imported into a list            |/s | lists.imported             | endToEnd            | ≥ 6.70 × the floor
the import, resident                    | MB| lists.residentMb           |                     | ≤ 250 MB
its processor time an entry             | µs| lists.entryUs              |                     |
processor time, with a list of 1,000    | × | lists.shortTimes           |                     | ≤ 1.05 ×
with the imported list                  | × | lists.longTimes            |                     | ≤ 1.05 ×
largest worker, resident                | MB| memory.worker              |                     | ≤ 175 MB
gateway, resident                       | MB| memory.gateway             |                     | ≤ 220 MB
dashboard, resident                     | MB| memory.dashboard           |                     | ≤ 220 MB
grown store: end to end                 |/s | growth.endToEnd            | endToEnd            |
processor time, of a small store's      | × | growth.times               |                     | ≤ 1.3 ×
20 times as many leads: end to end      |/s | burst.endToEnd             |                     |
of that of a short burst                | × | burst.ofShort              |                     | ≥ 0.95 ×
beside 3,000 whose buyers are down      |/s | neighbours.endToEnd        |                     |
of the rate without them                | × | neighbours.ofAlone         |                     | ≥ 0.95 ×
beside 2,000 requests that wait         |/s | waits.endToEnd             |                     |
of the rate while nobody waits          | × | waits.ofAlone              |                     | ≥ 0.95 ×
gateway, more resident with them        | MB| waits.residentMb           |                     | ≤ 60 MB
from an end to the answer, p95          | ms| waits.answerP95Ms          |                     | ≤ 300 ms
answered with their end, of 2,000       | × | waits.answered             |                     |
of 2,000, not let wait                  |   | waits.turnedAway           |                     |
processor time a lead with its effects  | µs| effects.cpuUs.total        | cpuUs.total         | ≤ 5,000 µs
not in it: load and buyer of the bench  | µs| sluice.cpuUs.bench         | cpuUs.bench         |
processor time a lead                   | µs| sluice.cpuUs.total         | cpuUs.total         | ≤ 1,900 µs`
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
const shares = [...serviceNames, 'redis', 'mongodb'].map((name) => {
  return [`of it: ${name}`, 'µs', `sluice.cpuUs.${name}`, `cpuUs.${name}`, ''];
});

/** The rows of the table, its head first. */
export function tableOf(samples: Samples): readonly (readonly string[])[] {
  const head = ['', 'floor', 'bare batches', 'Sluice', 'of the floor', 'of bare', 'goal', ''];
  return [head, ...[...lines, ...shares].map((line) => cellsOf(line, samples))];
}

function cellsOf(
  [name = '', unit = '', figure = '', yardstick = '', goal = '']: readonly string[],
  samples: Samples,
) {
  const roundsOf = (path: string) => samples[path];
  const [own, floor, batches] = [figure, `floor.${yardstick}`, `batches.${yardstick}`].map(roundsOf);
  const [ofFloor, ofBatches] = [floor, batches].map((one) => own && one && median(own) / median(one));
  const value = goal.endsWith('the floor') ? ofFloor : own && median(own);
  const bound = Number(goal.replaceAll(/[^\d.]/g, ''));
  const isReached = value !== undefined && (goal.startsWith('≥') ? value >= bound : value <= bound);
  const verdict = goal === '' || value === undefined ? '' : isReached ? 'reached' : 'missed';
  const yardsticks = [floor, batches].map((one) => (one ? summaryOf(one, unit) : ''));
  const ratios = [ofFloor, ofBatches].map((ratio) => (ratio === undefined ? '' : numberText(ratio, '×')));
  return [name, ...yardsticks, own ? summaryOf(own, unit) : 'not measured', ...ratios, goal, verdict];
}

/** The median of the rounds with its unit, and their range if they differ: `2,515/s (2,480–2,530)`. */
function summaryOf(rounds: number[], unit: string): string {
  const [low, high] = [min(rounds), max(rounds)].map((end) => digitsOf(end, unit));
  return `${numberText(median(rounds), unit)}${low === high ? '' : ` (${low}–${high})`}`;
}

/** A number with its unit. */
export function numberText(value: number, unit: string): string {
  return `${digitsOf(value, unit)}${unit === '/s' ? '' : ' '}${unit}`;
}

function digitsOf(value: number, unit: string): string {
  const digits = unit === '×' ? 2 : unit === 'ms' && value < 20 ? 1 : 0;
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
