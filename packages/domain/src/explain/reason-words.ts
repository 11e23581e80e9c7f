/** Reasons in plain words. A reason that is not ours is the buyer's own text, and may quote the lead. */
import { readOwnReason, type LimitType } from '@sluice/contracts';
import { reasonTexts } from '../reasons/index.js';
import type { Wording } from './sentence.js';

const periods: Readonly<Record<LimitType, string>> = {
  lifetime: 'total',
  monthly: 'monthly',
  weekly: 'weekly',
  daily: 'daily',
  hourly: 'hourly',
};

/** A reason in words, without a full stop. */
export function reasonWords(reason: string, { reveal }: Pick<Wording, 'reveal'>): string {
  const own = ownWords(reason);
  if (own !== undefined) return own;
  return reveal ? `in the buyer's words: “${reason}”` : 'reason given by the buyer (hidden)';
}

/** A reason of ours in words; undefined for any other text. */
export function ownWords(reason: string): string | undefined {
  const read = readOwnReason(reason);
  switch (read?.kind) {
    case 'constant':
      return reasonTexts[read.reason].words;
    case 'limit_full':
      return read.isBudget
        ? `the ${read.ofClient ? "client's " : ''}${periods[read.type]} budget is spent`
        : `the ${read.ofClient ? "client's " : ''}${periods[read.type]} limit is full`;
    case 'destination':
      return reasonTexts[read.failure].words;
    case 'status':
      return `the buyer answered ${read.status}`;
    case undefined: {
      const field = /^duplicate_([a-z0-9_.]+)$/i.exec(reason);
      return field ? `another lead has the same ${field[1]}` : undefined;
    }
  }
}

/** A reason where only ours can be, as outside a delivery: in words, or at least readable. */
export function own(reason: string): string {
  return ownWords(reason) ?? reason.replaceAll('_', ' ');
}
