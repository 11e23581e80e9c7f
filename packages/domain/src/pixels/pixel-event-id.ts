/** Ids of conversion events: the same occasion always has the same id, so that a repeat is recognised as one. */
import { createHash } from 'node:crypto';

/**
 * Answers the id of an event. `subject` is what the event is counted by: the lead for a rule that fires once, else
 * the submission; `rule` names the rule within the tenant.
 */
export function pixelEventId(subject: string, rule: string, eventName: string): string {
  return createHash('sha256')
    .update(JSON.stringify([subject, rule, eventName]))
    .digest('hex')
    .slice(0, 32);
}
