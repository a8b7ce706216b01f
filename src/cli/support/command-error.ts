import { clip } from '../../contract/text/clip.ts';
import { ApiError, type ErrorHints } from '../../contract/errors/api-error.ts';
import { didYouMean } from '../../contract/errors/suggest.ts';
import { toApiError } from '../../core/http/index.ts';
import { BadAddress } from '../../core/mongo/index.ts';
import { InvalidSettings, settingErrorText } from '../../core/settings/index.ts';

/** An error about the input of a command; `hints.param` names the option or variable. */
export function commandError(message: string, hints: ErrorHints = {}): ApiError {
  return new ApiError('invalid_parameter', message, hints);
}

/** Converts a thrown value to an error for the operator, who typed the command. So no reason is hidden. */
export function toCommandError(thrown: unknown): ApiError {
  if (thrown instanceof InvalidSettings) return toSettingsError(thrown);
  if (thrown instanceof BadAddress) {
    return new ApiError('temporarily_unavailable', thrown.message, { param: 'MONGODB_URI' });
  }
  const apiError = toApiError(thrown);
  return apiError.code === 'internal_error' && thrown instanceof Error
    ? new ApiError('internal_error', thrown.message, {})
    : apiError;
}

/** All errors in one message, and each one for programs. */
function toSettingsError({ message, errors }: InvalidSettings): ApiError {
  const settingErrors = errors.map((error) =>
    commandError(settingErrorText(error), { param: error.variable }),
  );
  return new ApiError(
    'invalid_parameter',
    message,
    { ...settingErrors[0]?.hints },
    settingErrors.length > 1 ? settingErrors : [],
  );
}

/** The value of an option with fixed words. @throws invalid_parameter that lists them, and the nearest one */
export function oneOf<T extends string>(
  words: readonly T[],
  text: string,
  { noun, param }: { noun: string; param: string },
): T {
  const word = words.find((one) => one === text);
  if (word !== undefined) return word;
  throw commandError(noSuchWord(words, text, noun), { param, did_you_mean: didYouMean(text, words) });
}

/** `There is no role "admin". Use owner, editor, author or viewer.` */
export function noSuchWord(words: readonly string[], text: string, noun: string): string {
  const suggestion = didYouMean(text, words);
  const question = suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`;
  const all = [words.slice(0, -1).join(', '), ...words.slice(-1)].join(' or ');
  return `There is no ${noun} "${clip(text)}".${question} Use ${all}.`;
}
