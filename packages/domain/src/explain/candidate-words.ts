/** What became of the campaigns that a lead could have gone to, in plain words. */
import type { TraceEntry, UnavailableAction } from '@sluice/contracts';
import { own, reasonWords } from './reason-words.js';
import { capital, moneyWords, plain, sentence, timeWords, type Sentence, type Wording } from './sentence.js';

const viaWords: Readonly<Record<string, string>> = {
  routing_rule: 'named by the routing rule',
  own_campaign: 'the campaign it was sent to',
  group: 'a member of a group',
  fallback: 'a fallback',
  limit: 'where the full limit sends leads',
  schedule: 'where the closed hours send leads',
  retry: 'the campaign of the earlier delivery',
};

/** What became of a candidate; `reasons` are the checks of it. */
export function candidateSentence(
  { at, verdict, because = '', values = {} }: TraceEntry,
  reasons: readonly Sentence[],
  wording: Wording,
): Sentence {
  const { group: ofGroup } = values;
  const via =
    ofGroup === undefined
      ? (viaWords[String(values['via'])] ?? String(values['via']))
      : `of the group “${plain(ofGroup)}”${rankWords(values)}`;
  const who = `Campaign ${at}, ${via},`;
  switch (verdict) {
    case 'chosen':
      return sentence(`${who} takes the lead.`, 'good', reasons);
    case 'held':
      return sentence(
        `${who} holds the lead until ${timeWords(String(values['until']), wording.zone)}: ${own(because)}.`,
        'warn',
        reasons,
      );
    case 'failed':
      return sentence(`${who} refuses the lead: ${own(because)}.`, 'bad', reasons);
    default: {
      const on = values['sentTo'] === undefined ? '' : `; the lead is sent on to ${plain(values['sentTo'])}`;
      const said = values['outcome'] === undefined ? '' : ` (${answerWords(values, wording)})`;
      return sentence(`${who} was passed over: ${own(because)}${said}${on}.`, 'quiet', reasons);
    }
  }
}

// What its place among the members of its group goes by.
function rankWords({ method, price, currency, ratio }: Readonly<Record<string, unknown>>): string {
  switch (method) {
    case 'priority':
      return ' (in the order of its members)';
    case 'highest_price':
      return ` (by the highest price, ${currency === undefined ? 'none' : moneyWords({ amount: price, currency })} here)`;
    case 'weighted':
      return ` (by weight; it has taken ${plain(ratio)} times its own weight)`;
    case 'round_robin':
      return ` (in turn; it has taken ${plain(ratio)})`;
    default:
      return '';
  }
}

const noWords: Readonly<Record<string, string>> = {
  refused: 'it was refused',
  duplicate: 'it was called a duplicate',
  failed: 'it could not be delivered',
};

/** What a buyer answered before, e.g. `it was refused, no capacity`. */
export function answerWords(
  { outcome, reason }: Readonly<Record<string, unknown>>,
  wording: Wording,
): string {
  const why = typeof reason === 'string' ? `, ${reasonWords(reason, wording)}` : '';
  return `${noWords[String(outcome)] ?? String(outcome)}${why}`;
}

const actionWords: Readonly<Record<UnavailableAction, string>> & Readonly<Record<string, string>> = {
  queue: 'leads wait',
  reject: 'leads are refused',
  route: 'leads are sent on',
  next: 'the next campaign is tried',
};

/** Whether there was room under a cap or budget. */
export function limitSentence(
  { at = '', verdict, because = '', values = {} }: TraceEntry,
  { zone }: Wording,
): Sentence {
  if (verdict === 'skipped') return sentence(`Limits do not count: ${own(because)}.`, 'quiet');
  const { cap, budget, currency, action, opensAt } = values;
  const of = capital(at.replace('lifetime', 'total'));
  const name =
    budget === undefined
      ? `${of} limit of ${String(cap)}`
      : `${of} budget of ${plain(budget)} ${plain(currency)}`;
  if (verdict === 'passed') return sentence(`${name}: there was room.`, 'quiet');
  const opens = opensAt === 'never' ? 'it never resets' : `it resets ${timeWords(String(opensAt), zone)}`;
  return sentence(
    `${name} is ${budget === undefined ? 'full' : 'spent'}: ${actionWords[String(action)] ?? String(action)}; ${opens}.`,
    'warn',
  );
}

/** Whether its hours were open. */
export function scheduleSentence({ verdict, values = {} }: TraceEntry, { zone }: Wording): Sentence {
  const { timezone, action, opensAt } = values;
  if (verdict === 'passed') return sentence(`Its hours were open (${String(timezone)}).`, 'quiet');
  const opens = opensAt === 'never' ? 'they never open' : `they open ${timeWords(String(opensAt), zone)}`;
  return sentence(
    `Its hours were closed: ${actionWords[String(action)] ?? String(action)}; ${opens}.`,
    'warn',
  );
}
