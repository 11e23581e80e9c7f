/** Ids of conversion events: the same occasion always has the same id, so that platforms recognise a repeat. */
import { sha256 } from '../sha256.js';

/**
 * Returns the id of an event. `subject` is what the event is counted by: the lead for a rule that fires once, otherwise
 * the submission. `rule` identifies the rule within the tenant.
 */
export function pixelEventId(subject: string, rule: string, eventName: string): string {
  return sha256(JSON.stringify([subject, rule, eventName])).slice(0, 32);
}
