/** A state in one word, with a colour that repeats what the word says. */
import type { ComponentChildren } from 'preact';

/** What a colour means everywhere: it is well, look at it, it is wrong, it is under way, it is nothing of these. */
export type Tone = 'good' | 'warn' | 'bad' | 'busy' | 'neutral';

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ComponentChildren }) {
  return <span class={`badge ${tone}`}>{children}</span>;
}

/** A number at a word of the navigation or of a tab. */
export function CountBadge({ tone = 'neutral', count }: { tone?: Tone; count: number }) {
  return <span class={`badge count ${tone}`}>{count.toLocaleString('en')}</span>;
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
  held: 'warn',
  scheduled: 'warn',
  paused: 'warn',
  unknown: 'warn',
  unknown_outcome: 'warn',
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
