/** The picture of a run: leads per second of every contestant as bars, readable on light and dark pages. */
import { median } from 'simple-statistics';
import type { Samples } from '../rounds.js';
import { numberText } from './table.js';

const contestants = { floor: 'floor', batches: 'bare batches', sluice: 'Sluice' };
const groups = { 'stopped.ingest': 'Ingest, workers stopped', ingest: 'Ingest', endToEnd: 'End to end' };

const style = `text{font:13px system-ui,sans-serif;fill:#1f2328}.page{fill:#fff}.floor,.batches{fill:#8c959f}.sluice{fill:#0b7a75}
@media(prefers-color-scheme:dark){text{fill:#f0f6fc}.page{fill:#0d1117}.sluice{fill:#2bb5ad}}`;
const [WIDTH, LEFT, LONGEST, STEP] = [760, 130, 460, 26];

/** Draws the picture as SVG; a contestant that was not measured has no bar. */
export function drawPicture(samples: Samples): string {
  const rates = Object.entries(groups).map(([figure, title]) => {
    const measured = Object.entries(contestants).flatMap(([scenario, name]) => {
      const rounds = samples[`${scenario}.${figure}`];
      return rounds ? [{ scenario, name, rate: median(rounds) }] : [];
    });
    return { title, measured };
  });
  const most = Math.max(...rates.flatMap(({ measured }) => measured.map(({ rate }) => rate)));
  let y = 0;
  const text = (x: number, words: string) => `<text x="${x}" y="${y}">${words}</text>`;
  const drawn = rates.flatMap(({ title, measured }) => {
    y += STEP * 1.5;
    const head = text(20, `${title}, leads per second`);
    const bars = measured.flatMap(({ scenario, name, rate }) => {
      y += STEP;
      const length = Math.round((rate / most) * LONGEST);
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
