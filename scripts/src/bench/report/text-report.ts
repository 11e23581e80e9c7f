/** The report for a terminal. */
import type { Samples } from '../run-rounds.js';
import type { RunDescription } from './describe-run.js';
import { detailTables } from './detail-tables.js';
import { mainTable } from './main-table.js';

/** All tables of a run as plain text. */
export function textReport(run: RunDescription, samples: Samples): string {
  const head = ['', 'floor', 'bare batches', 'naive', 'Sluice', 'of the floor', 'of bare', 'goal', ''];
  const main = mainTable(samples).map((line) => [
    line.name,
    line.floor,
    line.batches,
    line.naive,
    line.sluice,
    line.ofFloor,
    line.ofBatches,
    line.goal,
    line.reached === undefined ? '' : line.reached ? 'reached' : 'missed',
  ]);
  return [
    `${run.machine}, Node ${run.node}`,
    `commit ${run.commit}, ${run.startedAt}, ${run.command}`,
    `${run.rounds} ${run.rounds === 1 ? 'round' : 'rounds'} of ${run.leads} leads, ${run.inFlight} requests at once; medians, with ranges`,
    '',
    ...textTable([head, ...main]),
    ...detailTables(samples).flatMap(({ title, rows }) => ['', title, ...textTable(rows)]),
  ].join('\n');
}

/** Lines with aligned columns. */
export function textTable(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
