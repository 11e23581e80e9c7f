/** The key under which a buyer recognises a delivery that is repeated. */
import type { OutgoingLead } from './lead-body.js';

/** The same for every attempt at a buyer, and another one for the next buyer. */
export function wireKey({ submissionId, nth = 1 }: Pick<OutgoingLead, 'submissionId' | 'nth'>): string {
  return nth === 1 ? `${submissionId}.delivery` : `${submissionId}.delivery.${nth}`;
}
