import type { TObject, TSchema } from '@sinclair/typebox';
import type { ErrorObject } from 'ajv';

/** One variable that is missing, malformed, or cannot stand beside another. */
export interface SettingError {
  variable: string;
  /** The end of a sentence that begins with "The variable ...": what is wrong, and what to write instead. */
  message: string;
}

/** The settings are to be mended; the message lists every problem, each by the variable's name. */
export class InvalidSettings extends Error {
  readonly faults: readonly SettingError[];

  constructor(faults: readonly SettingError[]) {
    const sentences = faults.map(settingErrorText);
    super(
      faults.length === 1
        ? sentences[0]
        : [`${faults.length} settings are to be mended.`, ...sentences].join('\n  '),
    );
    this.name = 'BadSettings';
    this.faults = faults;
  }
}

export function settingErrorText({ variable, message }: SettingError): string {
  return `The variable ${variable} ${message}`;
}

/** The faults of form, one for each variable, in the order of the schema. */
export function formErrors(schema: TObject, errors: readonly ErrorObject[]): SettingError[] {
  const byName = new Map<string, string>();
  for (const error of errors) {
    const isMissing = error.keyword === 'required';
    const name = isMissing ? String(error.params['missingProperty']) : error.instancePath.slice(1);
    const told = Object.entries<TSchema>(schema.properties).find(([key]) => key === name)?.[1].description;
    const wrong = told === undefined ? `${error.message}.` : `must be ${told}.`;
    if (byName.has(name)) continue;
    byName.set(name, isMissing ? 'is missing. docs/run/settings.md lists all settings.' : wrong);
  }
  return Object.keys(schema.properties).flatMap((variable) => {
    const message = byName.get(variable);
    return message === undefined ? [] : [{ variable, message }];
  });
}
