import { ApiError } from '../contract/errors/api-error.ts';

/** An error for the command line; `option` is the option or the argument that causes it. */
export function transferError(
  message: string,
  option: '--out' | '--from' | '--project' | '--static' | '--assets' | '--published' | '--to' | 'SOURCE',
): ApiError {
  return new ApiError('invalid_parameter', message, { param: option });
}
