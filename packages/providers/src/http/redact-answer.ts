/** Removes secrets of the request from the part of an answer that is stored or shown. */
import type { OutboundAnswer } from './outbound-answer.js';

/** The answer with `redact` applied to the body to store; the body that rules read stays as the server sent it. */
export function redactAnswer(answer: OutboundAnswer, redact: (text: string) => string): OutboundAnswer {
  return answer.kind === 'answered' ? { ...answer, body: redact(answer.body) } : answer;
}
