import { clip } from '../../contract/text/clip.ts';
import { ApiError, type ErrorHints } from '../../contract/errors/api-error.ts';
import { didYouMean } from '../../contract/errors/suggest.ts';
import { toApiError } from '../../core/http/index.ts';
import { BadAddress } from '../../core/mongo/index.ts';
import { InvalidSettings, settingErrorText } from '../../core/settings/index.ts';

/** A refusal about what was typed; `hints.param` names the option or variable. */
export function refusal(message: string, hints: ErrorHints = {}): ApiError {
  return new ApiError('invalid_parameter', message, hints);
}

/** What a thrown value means to the person who typed the command, who is the operator: no reason is kept back. */
export function asRefusal(thrown: unknown): ApiError {
  if (thrown instanceof InvalidSettings) return badSettings(thrown);
  if (thrown instanceof BadAddress) {
    return new ApiError('temporarily_unavailable', thrown.message, { param: 'MONGODB_URI' });
  }
  const fault = toApiError(thrown);
  return fault.code === 'internal_error' && thrown instanceof Error
    ? new ApiError('internal_error', thrown.message, {})
    : fault;
}

/** All faults in one message, and each by its variable in what programs read. */
function badSettings({ message, errors }: InvalidSettings): ApiError {
  const each = errors.map((error) => refusal(settingErrorText(error), { param: error.variable }));
  return new ApiError('invalid_parameter', message, { ...each[0]?.hints }, each.length > 1 ? each : []);
}

/** The value of an option that takes one of several words. @throws Problem that names them, and the nearest */
export function oneOf<T extends string>(
  words: readonly T[],
  text: string,
  { noun, param }: { noun: string; param: string },
): T {
  const word = words.find((one) => one === text);
  if (word !== undefined) return word;
  throw refusal(noSuchWord(words, text, noun), { param, did_you_mean: didYouMean(text, words) });
}

/** `There is no role "admin". Use owner, editor, author or viewer.` */
export function noSuchWord(words: readonly string[], text: string, noun: string): string {
  const meant = didYouMean(text, words);
  const question = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  const all = [words.slice(0, -1).join(', '), ...words.slice(-1)].join(' or ');
  return `There is no ${noun} "${clip(text)}".${question} Use ${all}.`;
}
