import { type Static, Type } from '@sinclair/typebox';
import type { ProjectContext } from '../../../core/context/index.ts';
import {
  addLocale,
  changeLocale,
  listPresentLocales,
  type Locale,
  removeLocale,
} from '../../../projects/index.ts';
import { commandError } from '../command-error.ts';

/** A locale in a schema file. Omitted settings keep their values. */
export const FileLocale = Type.Object(
  {
    code: Type.String(),
    name: Type.Optional(Type.String()),
    fallback: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    partial: Type.Optional(Type.Boolean()),
    serves_entries: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type FileLocale = Static<typeof FileLocale>;

/** Codes of the locales that a push adds, changes and removes. */
export interface LocalePlan {
  added: string[];
  changed: string[];
  removed: string[];
}

/** The locales of a project in the form of a file, the default first. */
export async function fileLocalesOf(context: ProjectContext): Promise<FileLocale[]> {
  return (await listPresentLocales(context)).map(fileLocaleOf);
}

function fileLocaleOf({ code, name, fallback, partial, serves_entries }: Locale): FileLocale {
  return { code, name, fallback, partial, serves_entries };
}

/**
 * The changes of locales that a push would make; null without a difference, or if the file has no locales.
 * @throws invalid_parameter if the file begins with another locale than the default one
 */
export function planLocales(
  file: readonly FileLocale[] | undefined,
  project: readonly FileLocale[],
): LocalePlan | null {
  if (file === undefined) return null;
  const [defaultCode = '', fileDefault = ''] = [project[0]?.code, file[0]?.code];
  if (fileDefault !== defaultCode) {
    const command = `galley locale change ${defaultCode} --code ${fileDefault}`;
    throw commandError(
      `The file begins with the locale ${fileDefault}, but the project's default is ${defaultCode}. To change its code, use "${command}".`,
      { param: '--file' },
    );
  }
  const stored = new Map(project.map((locale) => [locale.code, locale]));
  const plan = {
    added: codesOf(file.filter(({ code }) => !stored.has(code))),
    changed: codesOf(
      file.filter((locale) => stored.has(locale.code) && isChanged(locale, stored.get(locale.code))),
    ),
    removed: codesOf(project.filter(({ code }) => !file.some((locale) => locale.code === code))),
  };
  return Object.values(plan).every(({ length }) => length === 0) ? null : plan;
}

function isChanged(file: FileLocale, stored: FileLocale | undefined): boolean {
  return Object.entries(file).some(([key, value]) => stored?.[key as keyof FileLocale] !== value);
}

function codesOf(locales: readonly FileLocale[]): string[] {
  return locales.map(({ code }) => code);
}

/** Makes the changes of a plan: fallbacks exist before others refer to them, and a removed locale is nobody's. */
export async function pushLocales(
  newContext: () => Promise<ProjectContext>,
  plan: LocalePlan,
  file: readonly FileLocale[],
): Promise<void> {
  const located = (codes: readonly string[]) => file.filter(({ code }) => codes.includes(code));
  for (const { fallback: _fallback, ...locale } of located(plan.added))
    await addLocale(await newContext(), locale);
  for (const { code, fallback } of located(plan.added))
    if (fallback != null) await changeLocale(await newContext(), code, { fallback });
  for (const { code, ...settings } of located(plan.changed))
    await changeLocale(await newContext(), code, settings);
  for (const code of plan.removed) await removeLocale(await newContext(), code);
}

/** One line for each locale. */
export function localePlanLines({ added, changed, removed }: LocalePlan): string[] {
  return [
    ...added.map((code) => `+ locale ${code}`),
    ...changed.map((code) => `~ locale ${code}`),
    ...removed.map((code) => `- locale ${code}`),
  ];
}

/** What the removal of locales deletes, as a sentence for a confirmation. */
export function localeLoss({ removed }: LocalePlan): string {
  return `This removes ${removed.map((code) => `locale ${code}`).join(', ')} with all content, for good.`;
}
