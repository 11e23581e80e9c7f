import { problemsIn } from '../../../test/problems-in.js';
import { deliveryScheduleSchema } from './delivery-schedule.js';

const problems = (value: unknown) => problemsIn(deliveryScheduleSchema, value);

describe('delivery schedules', () => {
  it('accept weekdays in any case and abbreviated', () => {
    const specificDays = ['monday', 'TUE', 'Wednesday', 'sun'].map((day) => ({ day }));
    const schedule = deliveryScheduleSchema.parse({ specificDays });
    expect(schedule).toEqual({
      action: 'queue',
      specificDays: [{ day: 'Monday' }, { day: 'Tuesday' }, { day: 'Wednesday' }, { day: 'Sunday' }],
    });
  });

  it.each<[unknown, string]>([
    [{ timezone: 'Mars/Olympus' }, 'timezone: must be an IANA time zone name'],
    [{ action: 'specific_campaign' }, 'routeToCampaignId: is required by the action route'],
    [{ specificDays: [{ startTime: '09:00' }] }, 'specificDays.0.day: is required'],
    [
      { specificDays: [{ day: 'Mon', startTime: '24:00' }] },
      'specificDays.0.startTime: must be a time of day HH:mm',
    ],
    [
      { specificDays: [{ day: 'Mon', endTime: '9:00' }] },
      'specificDays.0.endTime: must be a time of day HH:mm',
    ],
  ])('refuse %j', (deliverySchedule, problem) => {
    expect(problems(deliverySchedule)).toEqual([problem]);
  });
});
