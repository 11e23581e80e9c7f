/** What cannot be right in a lead's tracking is left out of its events, and this is how the attempt says so. */
import { inOrder, trackedFields, trackingFields, type PixelPlatform, type Trace } from '@sluice/contracts';
import { leftOutTracking } from '../lead/tracking.js';
import type { PixelLead } from './pixel-request.js';

const fields = inOrder(trackedFields, ['ipAddress', 'userAgent', 'captureUrl', 'fbclid', 'fbc']);

/** Each value of the lead that an event for this platform leaves out, with the reason; no values. */
export function leftOutOfEvent(platform: PixelPlatform, { data }: Pick<PixelLead, 'data'>): Trace {
  const sent = fields.filter((field) => trackingFields[field].receivers.some((each) => each === platform));
  return leftOutTracking(data, sent);
}
