/** The bound on the size of a lead that is sent again and again. */
import { ApiError, type LeadData } from '@sluice/contracts';

const LARGEST_LEAD_BYTES = 1024 * 1024;

/** Returns `data` unchanged. @throws ApiError VALIDATION_ERROR if it is larger than a lead may be */
export function boundedData(data: LeadData): LeadData {
  if (Buffer.byteLength(JSON.stringify(data)) > LARGEST_LEAD_BYTES) {
    throw new ApiError('VALIDATION_ERROR', { details: ['body: makes the lead larger than 1 MB'] });
  }
  return data;
}
