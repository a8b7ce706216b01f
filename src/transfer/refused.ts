import { ApiError } from '../contract/errors/api-error.ts';

/** A refusal in words for the command line; `option` is the one at fault. */
export function refused(message: string, option: '--out' | '--from' | '--project'): ApiError {
  return new ApiError('invalid_parameter', message, { param: option });
}
