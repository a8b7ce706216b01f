import { ApiError } from '../../contract/errors/api-error.ts';

/** Runs work whose errors are about a locale, with their params below `prefix`. No code leaves errors unchanged. */
export async function withLocaleInErrors<T>(
  code: string | null,
  prefix: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (!(thrown instanceof ApiError) || code === null) throw thrown;
    throw errorInLocale(thrown, code, prefix);
  }
}

/** The error with the code of a locale, and its param below `prefix`. */
export function errorInLocale(error: ApiError, code: string, prefix: string): ApiError {
  const { param } = error.hints;
  const hints = {
    ...error.hints,
    locale: code,
    ...(param === undefined ? {} : { param: `${prefix}${param}` }),
  };
  const others = error.others.map((other) => errorInLocale(other, code, prefix));
  return new ApiError(error.code, error.message, hints, others);
}
