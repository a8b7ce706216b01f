import { ApiError } from '../contract/errors/api-error.ts';

/** An error for the command line; `option` is the option that causes it. */
export function transferError(message: string, option: '--out' | '--from' | '--project'): ApiError {
  return new ApiError('invalid_parameter', message, { param: option });
}
