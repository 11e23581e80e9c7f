/** Why a return is refused. Each cause begins a line of `details`, so that programs can tell them apart. */
import { ApiError } from '@sluice/contracts';

/** The causes, in the order in which they are checked. */
export type ReturnRefusal =
  | 'ambiguous'
  | 'not_placed'
  | 'no_returns'
  | 'already_requested'
  | 'too_late'
  | 'over_quota'
  | 'nothing_left';

/** An INVALID_STATE whose details begin with the cause. */
export function refusedReturn(cause: ReturnRefusal, words: string): ApiError {
  return new ApiError('INVALID_STATE', { details: [`${cause}: ${words}`] });
}

/** Corrections have taken back all that the sale earned. */
export function nothingLeft(): ApiError {
  return refusedReturn('nothing_left', 'corrections have taken back all of the sale');
}
