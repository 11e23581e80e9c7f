/** A state in one word, in a colour that repeats its meaning. */
import type { ReactNode } from 'react';

/** The meaning of each colour: good, needs a look, wrong, in progress, none of these. */
export type Tone = 'good' | 'warn' | 'bad' | 'busy' | 'neutral';

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`badge ${tone}`}>{children}</span>;
}

/** A count next to a navigation entry or a tab. */
export function CountBadge({ tone = 'neutral', count }: { tone?: Tone; count: number }) {
  return <span className={`badge count ${tone}`}>{count.toLocaleString('en')}</span>;
}

const tones: Readonly<Record<string, Tone>> = {
  delivered: 'good',
  accepted: 'good',
  approved: 'good',
  done: 'good',
  active: 'good',
  closed: 'good',
  pending: 'busy',
  routing: 'busy',
  processing: 'busy',
  requested: 'warn',
  held: 'warn',
  scheduled: 'warn',
  paused: 'warn',
  unknown: 'warn',
  unknown_outcome: 'warn',
  unrecognised: 'warn',
  'half-open': 'warn',
  error: 'bad',
  failed: 'bad',
  quarantined: 'bad',
  open: 'bad',
  refused: 'bad',
};

/** The status of a lead, a submission or a circuit, as the API spells it. */
export function StatusBadge({ status }: { readonly status: string }) {
  return <Badge tone={tones[status] ?? 'neutral'}>{status.replaceAll('_', ' ')}</Badge>;
}
