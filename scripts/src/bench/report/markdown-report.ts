/** docs/benchmarks.md: this file contains the prose; the figures come from the run. */
import type { Samples } from '../run-rounds.js';
import { GROWN_CAMPAIGNS } from '../options.js';
import type { RunDescription } from './describe-run.js';
import { detailTables } from './detail-tables.js';
import { NOT_MEASURED, numberText, summaryOf, type FigureName, type Unit } from './figures-of.js';
import { mainTable, type TableLine } from './main-table.js';

/** The page for a run; `picture` is the file of its picture, in the same folder. */
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

Sluice compared with yardsticks measured in the same run, on the same machine, under the same load. Absolute figures depend on the machine; the ratios hold elsewhere.

![Leads per second of the floor, bare batches, naive and Sluice](${picture})

|          |                                                                                |
| -------- | ------------------------------------------------------------------------------ |
| machine  | ${run.machine}, Node ${run.node} |
| commit   | ${run.commit} |
| date     | ${run.startedAt} |
| command  | \`${run.command}\` |
| load     | ${run.rounds} ${run.rounds === 1 ? 'round' : 'rounds'} of ${run.leads.toLocaleString('en-US')} leads, ${run.inFlight} requests at once |

- **Floor**: accepts a lead over HTTP, passes it through three BullMQ queues and posts it to the buyer, with one job per lead. It stores nothing. Any design that processes single leads with these parts and stores them is slower.
- **Bare batches**: writes a lead's documents durably under Sluice's own indexes, up to 64 leads at a time, and nothing else: it checks no key, evaluates no rule and survives no failure.
- **Naive**: writes the same documents with one job per lead, awaiting one database call after another.

Sluice runs as \`npm start\` runs it, with the memory settings of its images. The yardsticks run under the same settings.

Each cell shows the median of the rounds and their range. A goal in bold was missed.`;
}

function markdownLine(line: TableLine): readonly string[] {
  const goal = line.reached === false ? `**${line.goal}**` : line.goal;
  return [line.name, line.floor, line.batches, line.naive, line.sluice, line.ofFloor, line.ofBatches, goal];
}

function explanation({ value, percent }: Reader, { grownLeads }: RunDescription): string {
  return `## Where Sluice is slower than the floor, and why

The floor may lose leads; Sluice may not. The difference pays for one guarantee: an accepted lead reaches exactly one final state, whatever crashes in between, and every decision on its way is recorded.

**Accepting leads** reaches ${percent('sluice.ingestStopped', 'floor.ingestStopped')} of the floor while the workers are stopped. Before it answers 202, the gateway looks up the key, validates and normalises the body, and has submission and lead on disk on a majority; the floor makes one Redis call. Bare batches, which write the same, check nothing, reach ${percent('batches.ingestStopped', 'floor.ingestStopped')}. With all workers running, it reaches ${percent('sluice.ingest', 'floor.ingest')}.

**From the request to the buyer**, Sluice reaches ${percent('sluice.endToEnd', 'floor.endToEnd')} of the floor and ${percent('sluice.endToEnd', 'batches.endToEnd')} of bare batches; the naive variant reaches ${percent('naive.endToEnd', 'floor.endToEnd')} of the floor. A lead costs ${value('sluice.cpuUs.total', 'usAsMs')} of processor time, the floor's ${value('floor.cpuUs.total', 'usAsMs')}. Of Sluice's, ${percent('sluice.cpuUs.mongodb', 'sluice.cpuUs.total')} is the database's: it writes two claims, three decisions with their traces, an attempt before its call and its outcome after it, a slot's reservation and confirmation, and the ends of submission and lead. The floor has no database. ${percent('sluice.cpuUs.redis', 'sluice.cpuUs.total')} is Redis's. The rest reads configuration, decides, and writes logs and metrics.

**With effects**, a lead causes five more HTTP calls. Each is stored before it is made, so that an emptied queue loses none, and signed or hashed for its receiver. The last effect is done at ${percent('effects.effectsDone', 'floor.endToEnd')} of the floor's rate, and a lead costs ${value('effects.cpuUs.total', 'usAsMs')}. With effects, leads reach the buyer at ${percent('effects.atBuyer', 'floor.endToEnd')} of the floor's rate.

**In a grown store**, with ${GROWN_CAMPAIGNS} campaigns and ${grownLeads.toLocaleString('en-US')} ended leads, a lead costs ${value('growth.cpuTimes', 'times')} times the processor time it costs in a small one. Its indexes are deeper, and larger than the database's memory. Queries for work, counts and decisions read no ended leads.

**With a second tenant**, a tenant's burst keeps ${value('neighbour.rateKept', 'ratio')} of the rate it has alone, and the other tenant's leads reach their buyer within ${value('neighbour.besideAtBuyerP95Ms', 'ms')} (p95); without the burst it is ${value('neighbour.quietAtBuyerP95Ms', 'ms')}.

**With more processes of each worker** on this one machine, a burst is delivered at ${percent('scaling.endToEnd.2', 'scaling.endToEnd.1')} of the rate of one process each with two, and at ${percent('scaling.endToEnd.4', 'scaling.endToEnd.1')} with four: the processors are shared, and more processes need machines of their own.`;
}

function howItIsMeasured({ rounds, grownLeads }: RunDescription): string {
  return `## Method

- Each contestant runs once per round, ${rounds === 1 ? 'in one round' : `in ${rounds} rounds whose order alternates`}, so that a slower machine affects all of them. Each starts with empty stores, run as \`npm start\` runs them, and with a burst that is not counted, as large as the measured one.
- The sender, the buyer, the stores and all services share the machine. Sender and buyer are the same for all contestants and not part of the processor time.
- Workers are stopped with SIGSTOP. \`End to end\` lasts until the last lead has ended in the database (for the floor: has reached the buyer).
- Processor time and memory are the operating system's figures for each process. The stores count the calls; this includes the bench's own calls, fewer than one per ten leads.
- The grown store has ${grownLeads.toLocaleString('en-US')} additional ended leads, accepted over 90 days and copied from one that Sluice itself wrote, and ${GROWN_CAMPAIGNS} additional campaigns. It is filled once, at the end. The burst on it, after one that is not counted, is compared with one right before it was filled.
- The burst after a quiet minute, in the last round, is compared with one right before that minute.
- The burst with one, two and four processes of each worker runs on a fresh installation each time, in the last round. The ten minutes of load (\`--only soak\`) are 50 leads a second.
- A burst counts only if each accepted lead reached the buyer exactly once, every lead is delivered and nothing is pending; otherwise the run fails. With effects, the same applies to each pixel and webhook. \`sluice send\` must print the counts that the README states.
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
