import { offsetMs } from '../time/time-zone.js';
import { leadZones } from './lead-zones.js';
import { usStateCode } from './us-states.js';

const otherwise = 'Europe/Berlin';

describe('the time zones of a lead', () => {
  it('are its own, or else those of its state, or else that of the campaign', () => {
    const address = { state: 'tx' };
    expect(leadZones({ timezone: 'America/Lima', address }, otherwise)).toEqual(['America/Lima']);
    expect(leadZones({ address }, otherwise)).toEqual(['America/Chicago', 'America/Denver']);
    expect(leadZones({ country: 'US', address: { state: 'New Jersey' } }, otherwise)).toEqual([
      'America/New_York',
    ]);
    expect(leadZones({}, otherwise)).toEqual([otherwise]);
    expect(leadZones({ address: { state: 'nowhere' } }, otherwise)).toEqual([otherwise]);
  });

  it('are not read from a state of another country, nor from a time zone that nobody knows', () => {
    expect(leadZones({ country: 'AU', address: { state: 'WA' } }, otherwise)).toEqual([otherwise]);
    expect(leadZones({ timezone: 'Mars/Base', address: { state: 'HI' } }, otherwise)).toEqual([
      'Pacific/Honolulu',
    ]);
  });

  it('are known zones for every state, district and territory', () => {
    const codes = Array.from({ length: 26 * 26 }, (_, n) =>
      String.fromCharCode(65 + Math.floor(n / 26), 65 + (n % 26)),
    ).filter((code) => usStateCode(code) === code);
    expect(codes).toHaveLength(56);
    for (const state of codes) {
      const zones = leadZones({ address: { state } }, otherwise);
      expect(zones).not.toContain(otherwise);
      for (const zone of zones) expect(offsetMs(zone, Date.UTC(2026, 0, 1))).not.toBeNaN();
    }
  });
});
