/** A buyer that accepts every lead and recognises a repeated delivery by its key. */
import { createHash, randomUUID } from 'node:crypto';
import type { Judge } from '../sink-request.js';

/** Accepts every lead and returns the same id for the same `Idempotency-Key`. */
export const judgeLead: Judge = ({ headers }) => {
  const key = headers['idempotency-key'];
  const id = key === undefined ? randomUUID() : createHash('sha256').update(key).digest('hex').slice(0, 24);
  return { status: 200, body: { accepted: true, id: `buyer_${id}` } };
};
