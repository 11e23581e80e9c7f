/** The picture of a run: leads per second of every contestant as bars, readable on light and dark pages. */
import type { ScenarioName } from '../options.js';
import type { Samples } from '../run-rounds.js';
import { numberText, summaryOf } from './figures-of.js';

const contestants = [
  { scenario: 'floor', name: 'floor' },
  { scenario: 'batches', name: 'bare batches' },
  { scenario: 'naive', name: 'naive' },
  { scenario: 'sluice', name: 'Sluice' },
] as const satisfies readonly { scenario: ScenarioName; name: string }[];

const groups = [
  { figure: 'ingestStopped', title: 'Ingest, workers stopped' },
  { figure: 'ingest', title: 'Ingest, all workers running' },
  { figure: 'endToEnd', title: 'End to end' },
] as const;

const WIDTH = 760;
const PADDING = 28;
const NAMES_WIDTH = 110;
const VALUES_WIDTH = 120;
const BAR = { height: 18, step: 26 };
const HEAD_HEIGHT = 64;
const GROUP_HEIGHT = 34 + contestants.length * BAR.step + 14;

/** Draws the picture as SVG; a contestant that was not measured has no bar. */
export function drawPicture(samples: Samples): string {
  const height = HEAD_HEIGHT + groups.length * GROUP_HEIGHT + PADDING / 2;
  const rates = groups.flatMap(({ figure }) =>
    contestants.flatMap((one) => rateOf(samples, one, figure) ?? []),
  );
  const longest = Math.max(1, ...rates);
  const body = groups.map((group, index) =>
    drawGroup(samples, group, { top: HEAD_HEIGHT + index * GROUP_HEIGHT, longest }),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title">
<title id="title">Leads per second: floor, bare batches, naive and Sluice</title>
<style>${style}</style>
<rect class="page" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="10"/>
<text class="head" x="${PADDING}" y="38">Leads per second</text>
<text class="note" x="${WIDTH - PADDING}" y="38" text-anchor="end">median and range of the rounds, and the ratio to the floor</text>
${body.join('\n')}
</svg>
`;
}

const style = `
text{font:13px system-ui,-apple-system,"Segoe UI",Helvetica,Arial,sans-serif;fill:#1f2328}
.head{font-size:18px;font-weight:600}.group{font-weight:600}.note,.value{fill:#59636e}.mine{font-weight:600;fill:#1f2328}
.page{fill:#fff;stroke:#d1d9e0}.track{fill:#eef1f4}.range{stroke:#1f2328;stroke-width:1.5;opacity:.55}
.floor{fill:#8c959f}.batches{fill:#a8b1ba}.naive{fill:#c3cad1}.sluice{fill:#0b7a75}
@media(prefers-color-scheme:dark){
text,.mine{fill:#f0f6fc}.note,.value{fill:#9198a1}.page{fill:#0d1117;stroke:#3d444d}.track{fill:#1c222a}.range{stroke:#f0f6fc}
.floor{fill:#7d8590}.batches{fill:#656c76}.naive{fill:#4d545d}.sluice{fill:#2bb5ad}}
`;

function drawGroup(
  samples: Samples,
  { figure, title }: (typeof groups)[number],
  { top, longest }: { top: number; longest: number },
): string {
  const left = PADDING + NAMES_WIDTH;
  const width = WIDTH - left - PADDING - VALUES_WIDTH;
  const at = (rate: number) => left + (rate / longest) * width;
  const bars = contestants.flatMap(({ scenario, name }, index) => {
    const rate = summaryOf(samples, `${scenario}.${figure}`);
    if (!rate) return [];
    const y = top + 34 + index * BAR.step;
    const [middle, text] = [y + BAR.height / 2, y + BAR.height - 5];
    const mine = scenario === 'sluice' ? ' class="mine"' : '';
    return [
      `<text${mine} x="${left - 10}" y="${text}" text-anchor="end">${name}</text>`,
      `<rect class="track" x="${left}" y="${y}" width="${width}" height="${BAR.height}" rx="3"/>`,
      `<rect class="${scenario}" x="${left}" y="${y}" width="${round(at(rate.median) - left)}" height="${BAR.height}" rx="3"/>`,
      ...(rate.least < rate.most
        ? [
            `<line class="range" x1="${round(at(rate.least))}" x2="${round(Math.min(at(rate.most), left + width))}" y1="${middle}" y2="${middle}"/>`,
          ]
        : []),
      `<text class="${scenario === 'sluice' ? 'mine' : 'value'}" x="${left + width + 10}" y="${text}">${valueText(samples, figure, rate.median)}</text>`,
    ];
  });
  return [`<text class="group" x="${PADDING}" y="${top + 20}">${title}</text>`, ...bars].join('\n');
}

// The ratio is the value to compare; without a floor there is none.
function valueText(samples: Samples, figure: string, rate: number): string {
  const floor = summaryOf(samples, `floor.${figure}`)?.median;
  return `${numberText(rate, 'perSecond')}/s${floor ? ` · ${(rate / floor).toFixed(2)} ×` : ''}`;
}

function rateOf(
  samples: Samples,
  { scenario }: (typeof contestants)[number],
  figure: string,
): number | undefined {
  return summaryOf(samples, `${scenario}.${figure}`)?.median;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
