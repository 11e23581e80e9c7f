import { zoneAtNoon } from './zone-at-noon.js';

it('zoneAtNoon returns a zone in which it is noon, at every hour and on days of a clock change', () => {
  for (const day of ['2026-03-08', '2027-10-31', '2028-02-29']) {
    for (let hour = 0; hour < 24; hour += 1) {
      const now = new Date(`${day}T${String(hour).padStart(2, '0')}:59:59.999Z`);
      const shown = now.toLocaleTimeString('en-GB', { timeZone: zoneAtNoon(now) });
      expect([now.toISOString(), shown]).toEqual([now.toISOString(), '12:59:59']);
    }
  }
});
