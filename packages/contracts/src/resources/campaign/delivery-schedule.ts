/** The hours in which a campaign places leads (§2.1.6). */
import { z } from 'zod';
import { textSchema } from '../../formats/bounds.js';
import { evenWithProblems } from '../../reading/even-with-problems.js';
import { endOfHoursSchema, timeOfDaySchema, timeZoneSchema } from '../../formats/primitives.js';
import { spelled } from '../../formats/spelled-enum.js';
import { weekdays } from '../../words.js';
import { requireRouteTarget, unavailableActionSchema } from './unavailable-action.js';

export type Weekday = (typeof weekdays)[number];

const shortWeekdays = {
  Mon: 'Monday',
  Tue: 'Tuesday',
  Wed: 'Wednesday',
  Thu: 'Thursday',
  Fri: 'Friday',
  Sat: 'Saturday',
  Sun: 'Sunday',
} as const;

/**
 * Opening hours of one weekday, with an exclusive end; an end at or before the start extends past midnight. Without
 * `startTime` they start with the day, without `endTime` they end with it. If `active` is absent they apply.
 */
export const scheduleDaySchema = z.object({
  active: z.boolean().optional().describe('False leaves the entry out; default true.'),
  day: spelled(weekdays, shortWeekdays).describe('The weekday on which the hours begin.'),
  startTime: timeOfDaySchema
    .optional()
    .describe('Local time `HH:mm`; default the start of the day.')
    .meta({ example: '09:00' }),
  endTime: endOfHoursSchema
    .optional()
    .describe('Local time `HH:mm`, exclusive; default the end of the day.')
    .meta({ example: '17:00' }),
});
export type ScheduleDay = z.infer<typeof scheduleDaySchema>;

/** When a campaign is open. A day without an active entry is closed; a schedule without days never closes. */
export const deliveryScheduleSchema = z
  .object({
    timezone: timeZoneSchema
      .optional()
      .describe("The IANA time zone of the hours; default the client's, then the tenant's.")
      .meta({ example: 'America/New_York' }),
    action: unavailableActionSchema.describe('What happens with a lead outside the hours; default queue.'),
    specificDays: z.array(scheduleDaySchema).max(100).default([]).describe('The opening hours.'),
    routeToCampaignId: textSchema.optional().describe('Where the action `route` sends the lead.'),
  })
  .superRefine(requireRouteTarget, evenWithProblems)
  .meta({ id: 'DeliverySchedule' });
export type DeliverySchedule = z.infer<typeof deliveryScheduleSchema>;
