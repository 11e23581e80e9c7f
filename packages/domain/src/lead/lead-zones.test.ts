import { firstOutsideQuietHours } from '../time/quiet-hours.js';
import { offsetMs } from '../time/time-zone.js';
import { leadZones } from './lead-zones.js';
import { stateSpellings } from './state-names.js';

const otherwise = 'Europe/Berlin';
const zonesOf = (state: string, country?: string) =>
  leadZones({ address: { state }, ...(country && { country }) }, otherwise).zones;

describe('the time zones of a lead', () => {
  it('are its own, or else those of its state, or else that of the campaign', () => {
    const address = { state: 'tx' };
    expect(leadZones({ timezone: 'America/Lima', address }, otherwise)).toEqual({ zones: ['America/Lima'] });
    expect(leadZones({ address }, otherwise)).toEqual({ zones: ['America/Chicago', 'America/Denver'] });
    expect(zonesOf('New Jersey', 'US')).toEqual(['America/New_York']);
    expect(leadZones({}, otherwise)).toEqual({ zones: [otherwise] });
    expect(zonesOf(' \u200b')).toEqual([otherwise]);
  });

  it('are those of its province', () => {
    expect(zonesOf('Québec', 'CA')).toEqual(['America/Toronto', 'America/Halifax']);
    expect(zonesOf('ON')).toEqual(['America/Toronto', 'America/Winnipeg']);
  });

  it('are not read from a state of another country, nor from a time zone that nobody knows', () => {
    expect(zonesOf('WA', 'AU')).toEqual([otherwise]);
    expect(zonesOf('nowhere', 'AU')).toEqual([otherwise]);
    expect(leadZones({ timezone: 'Mars/Base', address: { state: 'HI' } }, otherwise).zones).toEqual([
      'Pacific/Honolulu',
    ]);
  });

  it.each(['nowhere', 'N/A', 'Portland, Salem', '12345'])('are all of the fifty states, in %s', (state) => {
    const { zones, stateNotUnderstood } = leadZones({ address: { state } }, otherwise);
    expect(stateNotUnderstood).toBe(true);
    const fifty = ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles'];
    const beyond = ['America/Phoenix', 'America/Anchorage', 'America/Adak', 'Pacific/Honolulu'];
    expect([...zones].sort()).toEqual([...fifty, ...beyond].sort());
    // 08:00 in Honolulu is 14:00 in New York in summer.
    expect(firstOutsideQuietHours(zones, new Date('2026-07-01T04:00:00Z'))).toEqual(
      new Date('2026-07-01T18:00:00Z'),
    );
    expect(firstOutsideQuietHours(zones, new Date('2026-07-02T01:00:00Z'))).toEqual(
      new Date('2026-07-02T18:00:00Z'),
    );
  });

  it('are all of Canada for a province of Canada that is not understood', () => {
    const { zones, stateNotUnderstood } = leadZones(
      { country: 'CA', address: { state: 'Cascadia' } },
      otherwise,
    );
    expect(stateNotUnderstood).toBe(true);
    expect(zones).toEqual(expect.arrayContaining(['America/St_Johns', 'America/Vancouver']));
  });

  it('are known zones for every state, district, territory and province', () => {
    expect(stateSpellings).toHaveLength(56 + 13);
    for (const [state] of stateSpellings) {
      const { zones, stateNotUnderstood } = leadZones({ address: { state } }, otherwise);
      expect([state, stateNotUnderstood]).toEqual([state, undefined]);
      expect(zones).not.toContain(otherwise);
      for (const zone of zones) expect(offsetMs(zone, Date.UTC(2026, 0, 1))).not.toBeNaN();
    }
  });
});
