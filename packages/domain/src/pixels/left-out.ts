/** What cannot be right in a lead's tracking is left out of its events, and this is how the attempt says so. */
import type { PixelPlatform, Trace } from '@sluice/contracts';
import { leftOutTracking } from '../lead/tracking.js';
import type { PixelLead } from './pixel-request.js';

const common = ['ipAddress', 'userAgent', 'captureUrl'] as const;
const fields = {
  facebook: [...common, 'fbclid', 'fbc', 'fbp'],
  tiktok: [...common, 'ttclid', 'ttp'],
} as const;

/** Each value of the lead that an event for this platform leaves out, with the reason; no values. */
export function leftOutOfEvent(platform: PixelPlatform, { data }: Pick<PixelLead, 'data'>): Trace {
  return leftOutTracking(data, fields[platform]);
}
