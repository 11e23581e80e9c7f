/** A plot over time (uPlot) in the colours of the design, with a legend that shows the values under the pointer. */
import { dayText, timeText } from '@sluice/contracts/words';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useShownTheme } from '../frame/theme.js';
import { dayIn } from './day-in-zone.js';
import { useZone } from './zone.js';

/** A colour of the design. */
export type SeriesTone = '1' | '2' | '3' | '4' | 'good' | 'warn' | 'bad';

/** One line of a chart. */
export interface Series {
  readonly label: string;
  readonly tone: SeriesTone;
  /** One for each time; null if unknown. */
  readonly values: readonly (number | null)[];
}

interface ChartProps {
  /** A description of the plot for screen readers. */
  readonly label: string;
  /** Unix times in seconds, ascending. */
  readonly times: readonly number[];
  readonly series: readonly Series[];
  /** Draws areas, stacked on each other. */
  readonly stacked?: boolean;
  /** Draws bars, each about the day that begins at its time. */
  readonly bars?: boolean;
  /** Formats a value, e.g. with its unit. */
  readonly write?: (value: number) => string;
  readonly height?: number;
}

/** A chart with the time zone of its axis. */
type DrawnProps = ChartProps & { readonly zone: string | undefined };

const HALF_DAY_S = 43_200;
/** Of the room of a day, and at most so many pixels. */
const BAR_WIDTH: [factor: number, most: number] = [0.7, 64];

const plain = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 1 });

export function Chart(given: ChartProps) {
  const props: DrawnProps = { ...given, zone: useZone() };
  const { label, times, series, stacked = false, bars = false, height, write = plain, zone } = props;
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const theme = useShownTheme();
  const form = JSON.stringify([
    series.map(({ label, tone }) => [label, tone]),
    props.stacked,
    props.bars,
    props.zone,
  ]);

  // New values are set below; only a change of form draws a new plot.
  const draw = useEffectEvent(
    (element: HTMLElement) => new uPlot(optionsOf(props, element, setPointed), dataOf(props), element),
  );
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const made = draw(element);
    plot.current = made;
    const resized = new ResizeObserver(() =>
      made.setSize({ width: element.clientWidth, height: made.height }),
    );
    resized.observe(element);
    return () => {
      resized.disconnect();
      made.destroy();
    };
  }, [form, theme, height]);
  useEffect(() => plot.current?.setData(dataOf({ times, series, stacked })), [times, series, stacked]);

  const shown = pointed ?? times.length - 1;
  const at = times[shown];
  return (
    <figure className="chart" aria-label={label}>
      <ul className="chart-legend">
        {series.map(({ label: name, tone, values }) => (
          <li key={name}>
            <span className={`swatch tone-${tone}`} />
            {name} <b>{values[shown] == null ? '–' : write(values[shown])}</b>
          </li>
        ))}
        {at !== undefined && (
          <li>{bars ? dayText(dayIn(zone, new Date(at * 1000))) : timeText(at * 1000, zone)}</li>
        )}
      </ul>
      <div ref={place} aria-hidden="true" />
    </figure>
  );
}

function dataOf({
  times,
  series,
  stacked,
}: Pick<ChartProps, 'times' | 'series' | 'stacked'>): uPlot.AlignedData {
  const lines = series.map(({ values }) => [...values]);
  if (!stacked) return [[...times], ...lines];
  const sums = lines.map((_, n) =>
    times.map((__, at) => lines.slice(0, n + 1).reduce((sum, values) => sum + (values[at] ?? 0), 0)),
  );
  // The highest area is drawn first and covered by those below it.
  return [[...times], ...sums.reverse()];
}

function optionsOf(
  { series, stacked, bars, write = plain, height = 200, zone }: DrawnProps,
  element: HTMLElement,
  point: (index: number | null) => void,
): uPlot.Options {
  const colour = colours(element);
  const drawn = stacked ? [...series].reverse() : series;
  const axis = {
    stroke: colour('--ink-quiet'),
    font: `11px ${getComputedStyle(element).fontFamily}`,
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
  };
  return {
    width: element.clientWidth,
    height,
    ...(zone !== undefined && {
      tzDate: (ms: number) => uPlot.tzDate(new Date(ms * 1000), zone),
    }),
    // Half of the last label of the axis extends beyond the plot.
    padding: [8, 16, 0, 0],
    legend: { show: false },
    cursor: { y: false, points: { size: 6 }, drag: { x: false, y: false } },
    scales: {
      ...(bars && { x: { range: (_plot, min, max) => [min - HALF_DAY_S, max + HALF_DAY_S] } }),
      y: { range: (_plot, min, max) => [Math.min(0, min * 1.1), max > 0 ? max * 1.1 : 1] },
    },
    axes: [
      { ...axis, grid: { show: false }, size: 28, values: (_plot, splits) => axisTexts(splits, zone) },
      { ...axis, size: 56, values: (_plot, splits) => splits.map(write) },
    ],
    series: [
      {},
      ...drawn.map(({ label, tone }) => {
        const stroke = colour(/^\d/.test(tone) ? `--series-${tone}` : `--${tone}`);
        return {
          label,
          stroke,
          width: 1.75,
          spanGaps: false,
          points: { show: false },
          ...fillOf(stacked || bars, stroke),
          ...(bars && { paths: uPlot.paths.bars?.({ size: BAR_WIDTH }) }),
        };
      }),
    ],
    hooks: { setCursor: [({ cursor }) => point(cursor.idx ?? null)] },
  };
}

// The hour of the day, and the date at the start of a day, in the dashboard's usual format.
function axisTexts(splits: readonly number[], zone: string | undefined): string[] {
  const inZone = zone === undefined ? {} : { timeZone: zone };
  const hour = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', ...inZone });
  const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', ...inZone });
  return splits.map((at) => {
    const text = hour.format(at * 1000);
    return text === '00:00' ? day.format(at * 1000) : text;
  });
}

const fillOf = (stacked: boolean | undefined, stroke: string) => (stacked ? { fill: stroke, width: 0 } : {});

// A canvas does not resolve custom properties, so an element of the page does.
function colours(element: HTMLElement): (name: string) => string {
  return (name) => {
    const probe = document.createElement('span');
    probe.style.color = `var(${name})`;
    element.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
}
