/** Refusing what would bring new work while there is too much of it, before anything is read or written for it. */
import {
  ApiError,
  createLead,
  deliverLead,
  firePixel,
  moveLead,
  repostLead,
  sendSms,
  submitLead,
} from '@sluice/contracts';
import type { createRateLimiter } from '@sluice/runtime';
import type { Overload } from './watch-load.js';

type LimitRate = ReturnType<typeof createRateLimiter>;

const TRY_AGAIN_SECONDS = 5;

const bringWork = [submitLead, createLead, repostLead, deliverLead, moveLead, sendSms, firePixel];
const paths = bringWork.map(({ path }) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`));

/**
 * Limits like `limitRate`, and refuses new work while `overload` names a reason.
 * @throws ApiError SERVICE_UNAVAILABLE
 */
export function refusingWork(limitRate: LimitRate, overload: () => Overload | undefined): LimitRate {
  return async (tenant, response) => {
    const { method, url = '' } = response.req;
    const [path = ''] = url.split('?');
    if (overload() && method === 'POST' && paths.some((one) => one.test(path))) {
      throw new ApiError('SERVICE_UNAVAILABLE', { retryAfterSeconds: TRY_AGAIN_SECONDS });
    }
    return limitRate(tenant, response);
  };
}
