/** How buyers, and vendors whom checks ask, fail, in words. */
import { checkLabel, vendorOfLabel } from '@sluice/contracts';
import type { TroubledBuyer } from './observation.js';

/** What is told to do about the account of whoever answers a check. */
export const accountOf = ({ receiver }: Pick<TroubledBuyer, 'receiver'>) =>
  `check the account of the ${isModel(receiver) ? 'language model' : 'vendor'}; meanwhile leads do what is configured for its errors.`;

/** Whether the key is that of the tenant's language model, whose calls are counted beside those of its buyers. */
export function isModel(receiver: string): boolean {
  return receiver === checkLabel('llm');
}

/** Whether the key is that of a vendor whom checks ask, who is no buyer: its answers are no acceptances. */
export function isCheck(receiver: string): boolean {
  return vendorOfLabel(receiver) !== undefined;
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** What a vendor does wrong: its failure, or the status that it answers. */
export function vendorFails(vendor: string, answers?: string): string {
  const refused = answers === '401' || answers === '403' ? ' and refuses the key' : '';
  return `${failsAs(capital(vendor), answers)}${refused}`;
}

/** The same of a buyer. */
export function fails(buyer: string, answers?: string): string {
  return failsAs(`Buyer "${buyer}"`, answers);
}

function failsAs(who: string, answers = ''): string {
  return `${who} ${/^\d+$/.test(answers) ? `answers ${answers}` : failureText(answers)}`;
}

const failures: Readonly<Record<string, string>> = {
  timeout: 'does not answer in time',
  refused: 'refuses the connection',
  reset: 'resets the connection',
  dns: 'has a host name that does not resolve',
  tls: 'has an invalid certificate',
  blocked: 'has a blocked address',
};

function failureText(failure: string): string {
  return failures[failure] ?? (failure === '' ? 'fails' : `fails (${failure.replaceAll('_', ' ')})`);
}
