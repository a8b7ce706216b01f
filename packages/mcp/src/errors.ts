import { randomBytes } from 'node:crypto';

/** Keys of the error object in addition to `type`, `code`, `message` and `request_id`. */
export interface ErrorHints {
  param?: string;
  did_you_mean?: string | undefined;
  available_fields?: readonly string[];
  expected?: string;
  got?: string;
  required?: string;
}

/**
 * An error that a tool finds before it sends a request. Codes and messages are those of the API, which a test compares:
 * a model corrects its calls by one form of errors.
 */
export class ToolError extends Error {
  readonly code: string;
  readonly hints: ErrorHints;
  /** Further errors of the same call, this one included. */
  readonly all: readonly ToolError[];

  constructor(code: string, message: string, hints: ErrorHints = {}, all: readonly ToolError[] = []) {
    super(message);
    this.name = 'ToolError';
    this.code = code;
    this.hints = hints;
    this.all = all;
  }
}

export function invalidParameter(name: string, why: string, hints: ErrorHints = {}): ToolError {
  return new ToolError('invalid_parameter', `The parameter ${name} ${why}.`, { param: name, ...hints });
}

export function missingField(name: string, param = name): ToolError {
  return new ToolError('missing_required_field', `The field "${name}" is required.`, { param });
}

export function unknownField(name: string, hints: ErrorHints): ToolError {
  return new ToolError('unknown_field', `There is no field "${clip(name)}" here.`, hints);
}

export function invalidValue(name: string, why: string, hints: ErrorHints): ToolError {
  const message = `The value of "${name}" is not valid: ${why}.`;
  return new ToolError('invalid_field_value', message, { param: name, ...hints });
}

export function scopeRequired(required: string): ToolError {
  const message = `This key may not do that: it lacks "${required}". The owner of the project creates a key whose scopes have it.`;
  return new ToolError('scope_required', message, { required });
}

export function secretKeyRequired(): ToolError {
  const message =
    'This endpoint requires a secret key (sk_...). Call it from a server, never from a browser.';
  return new ToolError('secret_key_required', message);
}

export function serviceUnavailable(param: string): ToolError {
  const message =
    'The service cannot reach its database or its object storage at the moment. Try again shortly.';
  return new ToolError('temporarily_unavailable', message, { param });
}

/** One error for all errors of a call: the first, with the list of all. */
export function combineErrors(errors: readonly [ToolError, ...ToolError[]]): ToolError {
  const [first] = errors;
  return errors.length === 1 ? first : new ToolError(first.code, first.message, first.hints, errors);
}

const types: Readonly<Record<string, string>> = {
  scope_required: 'permission_error',
  secret_key_required: 'permission_error',
  temporarily_unavailable: 'api_error',
};

/** The error as the API responds with it. */
export function errorEnvelope(error: ToolError, { baseUrl, now }: { baseUrl: string; now: Date }): object {
  const all = error.all.map(({ code, message, hints }) => ({ code, message, ...hints }));
  return {
    error: {
      type: types[error.code] ?? 'invalid_request_error',
      code: error.code,
      message: error.message,
      request_id: newRequestId(now),
      ...error.hints,
      ...(all.length > 0 ? { errors: all } : {}),
      doc_url: `${baseUrl}/docs/errors#${error.code}`,
    },
  };
}

const crockford = '0123456789abcdefghjkmnpqrstvwxyz';

/** `req_` and a lower-case ULID: ten characters of time, then sixteen random ones. */
function newRequestId(at: Date): string {
  const time = Array.from({ length: 10 }, (_, i) => Math.floor(at.getTime() / 32 ** (9 - i)));
  return `req_${[...time, ...randomBytes(16)].map((digit) => crockford.charAt(digit % 32)).join('')}`;
}

/** The text, shortened so that a message can repeat it. */
function clip(text: string): string {
  if (text.length <= 60) return text;
  const start = text.slice(0, 57);
  return `${start.isWellFormed() ? start : start.slice(0, -1)}...`;
}
