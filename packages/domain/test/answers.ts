/** Buyers' answers, read by response rules as a tenant file writes them. */
import { responseRuleSchema, type ResponseRule } from '@sluice/contracts';
import { readAnswer } from '../src/delivery/read-answer.js';

/** When every answer of a test arrives. */
export const now = new Date('2026-03-01T12:00:00Z');

export function rules(...written: unknown[]): ResponseRule[] {
  return written.map((rule) => responseRuleSchema.parse(rule));
}

export function read(written: ResponseRule[], status: number, body: unknown = '', headers = {}) {
  const bodyText = typeof body === 'string' ? body : JSON.stringify(body);
  return readAnswer(written, { status, headers, bodyText }, now);
}
