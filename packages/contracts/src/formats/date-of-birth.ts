/** When a living person may have been born. */
import { dateSchema } from './primitives.js';

const earliest = '1900-01-01';
/** Today begins first in the zone UTC+14. */
const latestZoneMs = 14 * 3_600_000;

/**
 * Returns why a calendar date, `YYYY-MM-DD`, is no date of birth: it lies before 1900, or is not reached `now` in any
 * time zone of the world.
 */
export function birthProblem(date: string, now: Date): string | undefined {
  const today = new Date(now.getTime() + latestZoneMs).toISOString().slice(0, earliest.length);
  return date < earliest || date > today ? `must be between ${earliest} and today` : undefined;
}

/** Accepts a date of birth, `YYYY-MM-DD`. */
export const dateOfBirthSchema = dateSchema
  .superRefine((date, ctx) => {
    // A text that is no date has its problem already.
    const message = dateSchema.safeParse(date).success ? birthProblem(date, new Date()) : undefined;
    if (message !== undefined) ctx.addIssue({ code: 'custom', message });
  })
  .describe('Date of birth, YYYY-MM-DD, between 1900-01-01 and today.')
  .meta({ example: '1984-05-17' });
