/** What may stand in braces in the address of a supplier's postback. A browser loads this too. */
import { subIdNames } from '../records/lead-source.js';

/** What may stand in braces in the address, as the supplier sees it. */
export const postbackPlaceholders = [
  ...(['leadId', 'outcome', 'reason', 'payout', 'currency', 'campaignId'] as const),
  ...subIdNames,
] as const;
export type PostbackPlaceholder = (typeof postbackPlaceholders)[number];

const PLACEHOLDER = new RegExp(String.raw`\{(${postbackPlaceholders.join('|')})\}`, 'g');

/** The text with `valueOf` of each in place of the placeholders, as they are written there. */
export function withPlaceholders(
  text: string,
  valueOf: (name: PostbackPlaceholder, placeholder: string) => string,
): string {
  return text.replace(PLACEHOLDER, (placeholder, name: PostbackPlaceholder) => valueOf(name, placeholder));
}
