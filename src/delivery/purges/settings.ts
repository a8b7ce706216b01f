import { apiError } from '../../contract/errors/api-error.ts';
import { limits } from '../../contract/limits.ts';
import { didYouMean } from '../../contract/errors/suggest.ts';
import { checkUrl } from '../webhooks/sending/subscriptions.ts';
import { type PurgeFormatName, purgeFormatNames } from '../formats/schema.ts';
import { purgeFormats } from '../formats/service.ts';
import type { CreateTarget } from './schema.ts';

/** Seconds after a purge to repeat it, because a cache may store a response that it fetched before the change. */
export const defaultRepeatSeconds: readonly number[] = [2, 10];

const tokenForm = /^[\x21-\x7e]{1,1000}$/;

export interface TargetSettings {
  format: PurgeFormatName;
  url: string;
  service: string | null;
  token: string | null;
  everySeconds: number;
  repeatSeconds: number[];
}

/** @throws invalid_field_value (format, url, service, token, every_seconds, repeat_seconds) */
export function checkTarget(input: CreateTarget): TargetSettings {
  const format = checkFormat(input.format);
  const { needsToken, everySeconds } = purgeFormats[format];
  if (needsToken && input.token === undefined) throw invalidField('token', `the format ${format} needs one`);
  if (!needsToken && input.token !== undefined)
    throw invalidField('token', `the format ${format} takes none`);
  return {
    format,
    ...checkUrlAndService(format, input),
    token: input.token === undefined ? null : checkToken(input.token),
    everySeconds: checkEverySeconds(input.every_seconds ?? everySeconds),
    repeatSeconds: checkRepeats(input.repeat_seconds ?? defaultRepeatSeconds),
  };
}

/**
 * Returns the URL that purges are sent to: the one in `url`, or the vendor's URL for `service`.
 * @throws invalid_field_value (url, service)
 */
export function checkUrlAndService(
  format: PurgeFormatName,
  { url, service }: Pick<CreateTarget, 'url' | 'service'>,
): { url: string; service: string | null } {
  const vendor = purgeFormats[format];
  const { service: expected } = vendor;
  if (expected === null) {
    if (service !== undefined) throw invalidField('service', `the format ${format} takes none`);
    if (url === undefined) throw invalidField('url', `the format ${format} needs one`);
    return { url: checkUrl(url), service: null };
  }
  if (url !== undefined) throw invalidField('url', `the format ${format} takes none; it has its own`);
  if (service === undefined || !expected.form.test(service))
    throw invalidField('service', `it is ${expected.words}`);
  return { url: vendor.address({ url: null, service }), service };
}

/** @throws invalid_field_value (token) */
export function checkToken(token: string): string {
  if (tokenForm.test(token)) return token;
  throw invalidField('token', 'it takes 1 to 1000 visible ASCII characters without blanks');
}

/** @throws invalid_field_value (every_seconds) */
export function checkEverySeconds(seconds: number): number {
  const max = limits.purge_every_seconds_max;
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= max) return seconds;
  throw invalidField('every_seconds', `it takes whole seconds from 1 to ${max}`);
}

/** @throws invalid_field_value (repeat_seconds) */
export function checkRepeats(seconds: readonly number[]): number[] {
  const isAscending = seconds.every((second, i) => i === 0 || second > (seconds[i - 1] ?? 0));
  if (isAscending) return [...seconds];
  throw invalidField('repeat_seconds', 'each must be later than the one before it');
}

function checkFormat(format: string): PurgeFormatName {
  const formatName = purgeFormatNames.find((name) => name === format);
  if (formatName !== undefined) return formatName;
  const why = `"${format}" is not a format; use ${purgeFormatNames.join(', ')}`;
  throw apiError(
    'invalid_field_value',
    { name: 'format', why },
    {
      param: 'format',
      expected: purgeFormatNames.join(', '),
      got: format,
      did_you_mean: didYouMean(format, purgeFormatNames),
    },
  );
}

function invalidField(name: string, why: string): Error {
  return apiError('invalid_field_value', { name, why }, { param: name });
}
