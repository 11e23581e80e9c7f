/** A buyer that does not want every lead: it refuses those whose phone number ends in 3, 6 or 9. */
import type { Judge } from '../sink-request.js';
import { judgeLead } from './buyer.js';

/** Answers like {@link judgeLead}, or refuses with 422 and a message. */
export const judgeLeadChoosily: Judge = (request) => {
  const phone = /"phone":"[^"]*(\d)"/.exec(request.body)?.[1] ?? '';
  if (!'369'.includes(phone) || phone === '') return judgeLead(request);
  return { status: 422, body: { accepted: false, message: 'not in our area' } };
};
