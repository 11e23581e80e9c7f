/** What is missing decides the code: the thing the path names is NOT_FOUND, any other reference is a bad input. */
import { ApiError } from '@sluice/contracts';

/** Answers what the path named. @throws ApiError NOT_FOUND when there is no such thing */
export function found<T>(thing: T | undefined): T {
  if (thing === undefined) throw new ApiError('NOT_FOUND');
  return thing;
}

/** Answers the thing that a field of the body names. @throws ApiError VALIDATION_ERROR naming the field */
export function referenced<T>(field: string, thing: T | undefined): T {
  if (thing === undefined) throw refused(field, 'does not exist');
  return thing;
}

/** A VALIDATION_ERROR about one field. */
export function refused(field: string, problem: string): ApiError {
  return new ApiError('VALIDATION_ERROR', { details: [`${field}: ${problem}`] });
}
