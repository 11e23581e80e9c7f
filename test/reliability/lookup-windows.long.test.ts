/** A process dies between two look-ups about a lead, and inside each: no lead is lost, and a kill costs one call at most. */
import type { Death } from '../installation/dying-process.js';
import { playLeadWindows, windowCampaign } from './lead-windows.js';

interface Window extends Death {
  /** How often each look-up is asked about the lead. */
  readonly asked: readonly [number, number];
}

const windows: readonly Window[] = [
  // The generation that reads the first answer and asks the second question.
  { service: 'qualification', name: 'after-load', run: 2, asked: [1, 1] },
  { service: 'qualification', name: 'after-decision-before-advance', run: 2, asked: [1, 1] },
  { service: 'qualification', name: 'after-effect-before-enqueue', run: 2, asked: [1, 1] },
  // The calls themselves.
  { service: 'webhook', name: 'after-effect-load', run: 2, asked: [1, 1] },
  { service: 'webhook', name: 'after-attempt-before-call', run: 2, asked: [1, 1] },
  { service: 'webhook', name: 'after-call-before-outcome', run: 2, asked: [1, 2] },
  { service: 'webhook', name: 'after-effect-call-before-record', run: 1, asked: [1, 1] },
  { service: 'webhook', name: 'after-outcome-before-decision', run: 1, asked: [1, 1] },
  // The generation that reads the last answer.
  { service: 'qualification', name: 'after-decision-before-advance', run: 3, asked: [1, 1] },
];
const lookup = (lookupId: string) => ({
  lookupId,
  method: 'POST',
  url: `\${SINK_URL}/lookups/twilio/${lookupId}`,
  headers: { Authorization: 'Basic key' },
  body: '{ "campaign": "{{ campaignId }}" }',
  map: [{ field: 'valid', jsonPath: '$.valid' }],
  timeoutSeconds: 5,
});

const played = playLeadWindows(windows, {
  fields: {
    lookups: [lookup('lk_a'), lookup('lk_b')],
    campaigns: windows.map((_, index) => ({
      campaignId: windowCampaign(index),
      lookups: [{ lookupId: 'lk_a' }, { lookupId: 'lk_b' }],
    })),
  },
  apart: ['qualification', 'webhook'],
});

it.each(played.each)(
  'a $service worker that dies $name ($run) loses no lead, and the look-ups are made $asked times',
  async ({ index, asked }) => {
    const receipt = played.receipt(index);
    expect((await played.tenant.atRest(receipt)).status).toBe('delivered');
    const calls = (lookupId: string) =>
      played.tenant
        .received(`/lookups/twilio/${lookupId}`)
        .filter(({ body }) => body.includes(`"${windowCampaign(index)}"`));
    expect(['lk_a', 'lk_b'].map((lookupId) => calls(lookupId).length)).toEqual(asked);
    const decided = (await played.tenant.decisions(receipt)).map(({ decision: { kind } }) => kind);
    expect(decided).toEqual(['asking', 'asking', 'qualified', 'routed', 'delivered']);
  },
);
