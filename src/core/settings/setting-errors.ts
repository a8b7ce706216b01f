import type { TObject, TSchema } from '@sinclair/typebox';
import type { ErrorObject } from 'ajv';

/** A variable that is missing, malformed, or in conflict with another. */
export interface SettingError {
  variable: string;
  /** The end of a sentence that begins with "The variable ...": what is wrong, and what to write instead. */
  message: string;
}

/** Some settings are invalid. The message names each variable. */
export class InvalidSettings extends Error {
  readonly errors: readonly SettingError[];

  constructor(faults: readonly SettingError[]) {
    const sentences = faults.map(settingErrorText);
    super(
      faults.length === 1
        ? sentences[0]
        : [`${faults.length} settings are to be mended.`, ...sentences].join('\n  '),
    );
    this.name = 'InvalidSettings';
    this.errors = faults;
  }
}

export function settingErrorText({ variable, message }: SettingError): string {
  return `The variable ${variable} ${message}`;
}

/** One error for each variable that the schema rejects, in the order of the schema. */
export function formErrors(schema: TObject, errors: readonly ErrorObject[]): SettingError[] {
  const byName = new Map<string, string>();
  for (const error of errors) {
    const isMissing = error.keyword === 'required';
    const name = isMissing ? String(error.params['missingProperty']) : error.instancePath.slice(1);
    const description = Object.entries<TSchema>(schema.properties).find(([key]) => key === name)?.[1]
      .description;
    const invalidMessage = description === undefined ? `${error.message}.` : `must be ${description}.`;
    if (byName.has(name)) continue;
    byName.set(name, isMissing ? 'is missing. docs/run/settings.md lists all settings.' : invalidMessage);
  }
  return Object.keys(schema.properties).flatMap((variable) => {
    const message = byName.get(variable);
    return message === undefined ? [] : [{ variable, message }];
  });
}
