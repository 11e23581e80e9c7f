/** A number with its name, large enough to read from a distance. */
import type { ComponentChildren } from 'preact';
import type { Tone } from './badge.js';

interface FigureProps {
  readonly name: string;
  readonly children: ComponentChildren;
  readonly note?: ComponentChildren;
  readonly tone?: Tone;
}

export function Figure({ name, children, note, tone = 'neutral' }: FigureProps) {
  return (
    <div class="figure">
      <div class="name">{name}</div>
      <div class={`value ${tone}`}>{children}</div>
      {note !== undefined && <div class="note">{note}</div>}
    </div>
  );
}

/** A number with separators, e.g. "12,480". */
export function numberText(value: number): string {
  return value.toLocaleString('en');
}

/** An amount with its currency, e.g. "$1,250.00". */
export function moneyText(amount: number, currency: string): string {
  return amount.toLocaleString('en', { style: 'currency', currency });
}

/** Names and values, one below the other. */
export function Facts({ facts }: { readonly facts: readonly (readonly [string, ComponentChildren])[] }) {
  const known = facts.filter(([, value]) => value !== undefined && value !== null && value !== '');
  return (
    <dl class="facts">
      {known.map(([name, value]) => (
        <>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </>
      ))}
    </dl>
  );
}
