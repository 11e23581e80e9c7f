/** Converts anything thrown to an error of the interface (§7). Causes are only logged, never sent. */
import { ApiError } from '@sluice/contracts';

const TRY_AGAIN_SECONDS = 5;

/**
 * The error that the caller receives. An error caused by an unavailable store becomes SERVICE_UNAVAILABLE; an
 * unexpected one becomes INTERNAL_ERROR with its cause for the log.
 */
export function failureOf(error: unknown, isUnavailable: (error: unknown) => boolean): ApiError {
  if (error instanceof ApiError) return error;
  if (isUnavailable(error)) {
    return new ApiError('SERVICE_UNAVAILABLE', { retryAfterSeconds: TRY_AGAIN_SECONDS, cause: error });
  }
  return bodyFailure(error) ?? pathFailure(error) ?? new ApiError('INTERNAL_ERROR', { cause: error });
}

// The body parser names the problem in `type`.
function bodyFailure(error: unknown): ApiError | undefined {
  const { type, status } = error as { type?: unknown; status?: unknown };
  switch (type) {
    case 'entity.too.large':
      return new ApiError('PAYLOAD_TOO_LARGE');
    case 'encoding.unsupported':
      return new ApiError('UNSUPPORTED_MEDIA_TYPE', { message: 'Content-Encoding is not supported' });
    case 'request.aborted':
    case 'request.size.invalid':
      return new ApiError('VALIDATION_ERROR', { details: ['body: was cut short'] });
    default:
      // A compressed body that cannot be decompressed.
      return typeof type !== 'string' && status === 400 && hasCode(error)
        ? new ApiError('VALIDATION_ERROR', { details: ['body: cannot be decompressed'] })
        : undefined;
  }
}

function hasCode(error: unknown): boolean {
  return typeof (error as { code?: unknown }).code === 'string';
}

// A path whose escapes cannot be decoded matches no route.
function pathFailure(error: unknown): ApiError | undefined {
  return error instanceof URIError ? new ApiError('NOT_FOUND') : undefined;
}
