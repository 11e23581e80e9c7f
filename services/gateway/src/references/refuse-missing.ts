/** A missing thing that the path names is NOT_FOUND; any other missing reference is a validation error. */
import { ApiError } from '@sluice/contracts';

/** Returns the thing that the path named. @throws ApiError NOT_FOUND if there is none */
export function found<T>(thing: T | undefined): T {
  if (thing === undefined) throw new ApiError('NOT_FOUND');
  return thing;
}

/**
 * Returns the thing that a field of the body names.
 * @throws ApiError VALIDATION_ERROR naming the field if there is none
 */
export function referenced<T>(field: string, thing: T | undefined): T {
  if (thing === undefined) throw refused(field, 'does not exist');
  return thing;
}

/** A VALIDATION_ERROR about one field. */
export function refused(field: string, problem: string): ApiError {
  return new ApiError('VALIDATION_ERROR', { details: [`${field}: ${problem}`] });
}
