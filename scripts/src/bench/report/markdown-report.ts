/** docs/benchmarks.md: the prose stands here, the figures come from the run. */
import type { Samples } from '../run-rounds.js';
import { GROWN_CAMPAIGNS } from '../options.js';
import type { RunDescription } from './describe-run.js';
import { detailTables } from './detail-tables.js';
import { NOT_MEASURED, numberText, summaryOf, type FigureName, type Unit } from './figures-of.js';
import { mainTable, type TableLine } from './main-table.js';

/** The page for a run; `picture` is the file of its picture, beside the page. */
export function markdownReport(run: RunDescription, samples: Samples, picture: string): string {
  const figures = readerOf(samples);
  return [
    head(run, picture),
    markdownTable([
      ['', 'floor', 'bare batches', 'naive', 'Sluice', 'of the floor', 'of bare', 'goal'],
      ...mainTable(samples).map(markdownLine),
    ]),
    explanation(figures, run),
    ...detailTables(samples).map(({ title, rows }) => `## ${title}\n\n${markdownTable(rows)}`),
    howItIsMeasured(run),
  ].join('\n\n');
}

function head(run: RunDescription, picture: string): string {
  return `<!-- Written by \`npm run bench -- --write\`: change its template in scripts/src/bench/report, not this page. -->

# Benchmarks

Sluice beside yardsticks that were measured in the same run, on the same machine, by the same load. Absolute figures are this machine's; the ratios are what holds elsewhere.

![Leads per second of the floor, bare batches, naive and Sluice](${picture})

|          |                                                                                |
| -------- | ------------------------------------------------------------------------------ |
| machine  | ${run.machine}, Node ${run.node} |
| commit   | ${run.commit} |
| date     | ${run.startedAt} |
| command  | \`${run.command}\` |
| load     | ${run.rounds} ${run.rounds === 1 ? 'round' : 'rounds'} of ${run.leads.toLocaleString('en-US')} leads, ${run.inFlight} requests at once |

- **Floor**: a lead is taken over HTTP, handed through three BullMQ queues and posted to the buyer, one job a lead. Nothing is remembered. What works lead by lead with these parts and remembers anything is slower.
- **Bare batches**: the documents of a lead, written durably under the product's own indexes, up to 64 leads at a time, and nothing else: no key is checked, no rule is looked at, no failure is survived.
- **Naive**: the same documents, one job a lead and one awaited call to the database after another.

Each cell is the median of the rounds, with their range. A goal in bold was missed.`;
}

function markdownLine(line: TableLine): readonly string[] {
  const goal = line.reached === false ? `**${line.goal}**` : line.goal;
  return [line.name, line.floor, line.batches, line.naive, line.sluice, line.ofFloor, line.ofBatches, goal];
}

function explanation({ value, percent }: Reader, { grownLeads }: RunDescription): string {
  return `## Where Sluice is behind the floor, and why

The floor may forget; Sluice may not. All of the distance is paid for the same promise: an accepted lead reaches one end, whatever crashes in between, and each decision on its way is on record.

**Taking leads in** reaches ${percent('sluice.ingestStopped', 'floor.ingestStopped')} of the floor while the workers stand still. Before a 202, the key is looked up, the body is checked field by field and put into its normal form, and submission and lead are on disk on a majority; the floor asks Redis once. Bare batches, which write the same and check nothing, reach ${percent('batches.ingestStopped', 'floor.ingestStopped')}: that much the disk and the queues leave to be reached, and the distance to it is Sluice's own. With all workers running, intake shares the processors with them and reaches ${percent('sluice.ingest', 'floor.ingest')}.

**From the request to the buyer** it reaches ${percent('sluice.endToEnd', 'floor.endToEnd')} of the floor and ${percent('sluice.endToEnd', 'batches.endToEnd')} of bare batches; one call after another reaches ${percent('naive.endToEnd', 'floor.endToEnd')} of the floor. A lead costs ${value('sluice.cpuUs.total', 'usAsMs')} of processor time, the floor's ${value('floor.cpuUs.total', 'usAsMs')}. Of Sluice's, ${percent('sluice.cpuUs.mongodb', 'sluice.cpuUs.total')} is the database's, which writes two claims, three decisions with their traces, an attempt before its call and its outcome after it, a slot under a cap reserved and confirmed, and the ends of submission and lead; the floor has no database. ${percent('sluice.cpuUs.redis', 'sluice.cpuUs.total')} is Redis's. The rest reads configuration, decides, and keeps logs and metrics.

**With effects** a lead is five calls over HTTP more, each written down before it is made, so that an emptied queue loses none, and signed or hashed for its receiver. The last effect is done at ${percent('effects.effectsDone', 'floor.endToEnd')} of the floor's rate, and a lead costs ${value('effects.cpuUs.total', 'usAsMs')}. Effects yield to leads: with them, leads reach the buyer at ${percent('effects.atBuyer', 'floor.endToEnd')} of the floor's rate.

**In a grown store**, with ${GROWN_CAMPAIGNS} campaigns and ${grownLeads.toLocaleString('en-US')} leads that have ended, a lead costs ${value('growth.cpuTimes', 'times')} times the processor time that it does in a small one: indexes are deeper, and more of them than the database keeps in memory is read and written. What looks for work, counts or decides reads nothing of what has ended.

**Beside a neighbour**, a tenant's burst keeps ${value('neighbour.rateKept', 'ratio')} of the rate that it has alone, and the neighbour's leads reach their buyer within ${value('neighbour.besideAtBuyerP95Ms', 'ms')} in 95 of 100 cases; without a burst it is ${value('neighbour.quietAtBuyerP95Ms', 'ms')}.`;
}

function howItIsMeasured({ rounds, grownLeads }: RunDescription): string {
  return `## How it is measured

- Every contestant takes its turn once a round, ${rounds === 1 ? 'in one round' : `in ${rounds} rounds whose order alternates`}, so that a machine that slows down slows all of them. Each begins with empty stores, run as \`npm start\` runs them, and with leads that are not counted.
- The sender, the buyer, the stores and all services share the machine. Sender and buyer are the same for everybody and are not part of the processor time.
- Workers are stopped by SIGSTOP. \`End to end\` ends when the last lead is at rest in the database (for the floor, at the buyer).
- Processor time and memory are the operating system's account of each process. Calls are counted by the stores themselves; what the bench asks them is in it, and is less than one call in ten leads.
- The grown store holds ${grownLeads.toLocaleString('en-US')} leads more, accepted over 90 days, ended and written as Sluice itself wrote one of them, and ${GROWN_CAMPAIGNS} campaigns more; it is filled once, last of all, and the burst on it is compared with that of the same round before.
- A burst counts only if each accepted lead reached the buyer exactly once, every lead is delivered and nothing is pending; otherwise the run ends with an error. With effects, so does each pixel and webhook. \`sluice send\` has to count what the README promises.
`;
}

interface Reader {
  readonly value: (name: FigureName, unit: Unit) => string;
  readonly percent: (name: FigureName, of: FigureName) => string;
}

function readerOf(samples: Samples): Reader {
  const median = (name: FigureName) => summaryOf(samples, name)?.median;
  const quotient = (name: FigureName, to: FigureName) => {
    const [above, below] = [median(name), median(to)];
    return above === undefined || !below ? undefined : above / below;
  };
  const units: Partial<Record<Unit, string>> = { usAsMs: ' ms', ms: ' ms' };
  return {
    value: (name, unit) => {
      const found = median(name);
      return found === undefined ? `(${NOT_MEASURED})` : `${numberText(found, unit)}${units[unit] ?? ''}`;
    },
    percent: (name, of) => {
      const found = quotient(name, of);
      return found === undefined ? `(${NOT_MEASURED})` : `${Math.round(found * 100)} %`;
    },
  };
}

function markdownTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, column) => (column === 0 ? '---' : '--:'))), ...rows.map(line)].join(
    '\n',
  );
}
