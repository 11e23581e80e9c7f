/** A count of a campaign or a client with a lifetime limit, for tests that no turn of a period may disturb. */
import { countName, type CountOwner } from '@sluice/contracts';

/** The count with room for `cap` leads in all; its limit has the count's name. */
export function lifetimeCount(owner: CountOwner, cap: number) {
  const start = new Date(0);
  const name = countName(owner);
  return {
    name,
    owner,
    zone: 'UTC',
    starts: { hourly: start, daily: start, weekly: start, monthly: start },
    limits: [{ name, type: 'lifetime', cap } as const],
  };
}
