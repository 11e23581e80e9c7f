/** A number with its name, large enough to read from a distance. */
import { Fragment, type ReactNode } from 'react';
import type { Tone } from './badge.js';

interface FigureProps {
  readonly name: string;
  readonly children: ReactNode;
  readonly note?: ReactNode;
  readonly tone?: Tone;
}

export function Figure({ name, children, note, tone = 'neutral' }: FigureProps) {
  return (
    <div className="figure">
      <div className="name">{name}</div>
      <div className={`value ${tone}`}>{children}</div>
      {note !== undefined && <div className="note">{note}</div>}
    </div>
  );
}

/** A number with separators, e.g. "12,480". */
export function numberText(value: number): string {
  return value.toLocaleString('en');
}

/** Names and values, one below the other. */
export function Facts({ facts }: { readonly facts: readonly (readonly [string, ReactNode])[] }) {
  const known = facts.filter(([, value]) => value !== undefined && value !== null && value !== '');
  return (
    <dl className="facts">
      {known.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
