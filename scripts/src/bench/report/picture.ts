/** The picture of a run: leads per second of every contestant as bars, readable on light and dark pages. */
import { summarise } from '../measure/statistics.js';
import type { Samples } from '../rounds.js';
import { numberText } from './table.js';

const contestants = [
  { scenario: 'floor', name: 'floor' },
  { scenario: 'batches', name: 'bare batches' },
  { scenario: 'sluice', name: 'Sluice' },
] as const;
const groups = { 'stopped.ingest': 'Ingest, workers stopped', ingest: 'Ingest', endToEnd: 'End to end' };

const style = `text{font:13px system-ui,sans-serif;fill:#1f2328}.page{fill:#fff}.floor,.batches{fill:#8c959f}.sluice{fill:#0b7a75}
@media(prefers-color-scheme:dark){text{fill:#f0f6fc}.page{fill:#0d1117}.sluice{fill:#2bb5ad}}`;
const [WIDTH, LEFT, LONGEST, STEP] = [760, 130, 460, 26];

/** Draws the picture as SVG; a contestant that was not measured has no bar. */
export function drawPicture(samples: Samples): string {
  const rateOf = (scenario: keyof Samples, figure: string) => summarise(samples[scenario]?.[figure])?.median;
  const figures = Object.keys(groups);
  const rates = contestants.flatMap(({ scenario }) => figures.map((figure) => rateOf(scenario, figure) ?? 0));
  let y = 0;
  const text = (x: number, words: string) => `<text x="${x}" y="${y}">${words}</text>`;
  const drawn = Object.entries(groups).flatMap(([figure, title]) => {
    y += STEP * 1.5;
    const head = text(20, `${title}, leads per second`);
    const bars = contestants.flatMap(({ scenario, name }) => {
      const rate = rateOf(scenario, figure);
      if (rate === undefined) return [];
      y += STEP;
      const length = Math.round((rate / Math.max(...rates)) * LONGEST);
      const bar = `<rect class="${scenario}" x="${LEFT}" y="${y - 14}" width="${length}" height="18" rx="3"/>`;
      return [text(20, name), bar, text(LEFT + length + 10, numberText(rate, '/s'))];
    });
    return [head, ...bars];
  });
  const size = `viewBox="0 0 ${WIDTH} ${y + STEP}" width="${WIDTH}" height="${y + STEP}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-label="Leads per second">
<style>${style}</style>
<rect class="page" width="100%" height="100%" rx="10"/>
${drawn.join('\n')}
</svg>
`;
}
