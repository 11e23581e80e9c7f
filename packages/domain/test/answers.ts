/** Buyers' answers, read by response rules as a tenant file writes them. */
import { responseRuleSchema, type PriceTerms, type ResponseRule } from '@sluice/contracts';
import { readAnswer } from '../src/answers/read-answer.js';

/** When every answer of a test arrives. */
export const now = new Date('2026-03-01T12:00:00Z');

export function rules(...written: unknown[]): ResponseRule[] {
  return written.map((rule) => responseRuleSchema.parse(rule));
}

export function read(written: ResponseRule[], status: number, body: unknown = '', headers = {}) {
  const bodyText = typeof body === 'string' ? body : JSON.stringify(body);
  return readAnswer(written, { status, headers, bodyText }, now);
}

/** Reads an accepting answer whose price is at `$.price`, on the terms on which its lead was routed. */
export function readPrice(price: unknown, terms: PriceTerms) {
  const bodyText = JSON.stringify({ price });
  const taking = rules({ when: {}, outcome: 'accepted', price: '$.price' });
  return readAnswer(taking, { status: 200, headers: {}, bodyText }, now, 'rules', terms);
}
