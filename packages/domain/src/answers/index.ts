/** What a buyer's answer means by the response rules of its endpoint. */
export * from './read-answer.js';
export * from './read-mail-answer.js';
export type { BuyerAnswer } from './readable-answer.js';
