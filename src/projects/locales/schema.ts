import { type Static, Type } from '@sinclair/typebox';
import { ListMeta, Nullable } from '../../contract/listing.ts';

export const localeBounds = { locales: 50, fallbackLinks: 3, nameChars: 60, formerCodeDays: 90 } as const;

const closed = { additionalProperties: false } as const;
const code = Type.String({ minLength: 1, maxLength: 100 });
const name = Type.String({ 'x-nfc': true, minLength: 1, maxLength: localeBounds.nameChars });

export const Locale = Type.Object(
  {
    id: Type.String(),
    code: Type.String(),
    name: Type.String(),
    default: Type.Boolean(),
    /** The code of the locale whose values replace missing ones. */
    fallback: Nullable(Type.String()),
    /** Whether required localized fields may be empty. */
    partial: Type.Boolean(),
    /** Whether whole items of the fallback can be served. */
    serves_entries: Type.Boolean(),
    direction: Type.Union([Type.Literal('ltr'), Type.Literal('rtl')]),
    status: Type.Union([Type.Literal('ready'), Type.Literal('preparing'), Type.Literal('removing')]),
    /** 0 to 1, unless the locale is ready. */
    progress: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  },
  { $id: 'Locale', ...closed },
);
export type Locale = Static<typeof Locale>;

export const LocaleList = Type.Object(
  { data: Type.Array(Locale), meta: ListMeta },
  { $id: 'LocaleList', ...closed },
);
export type LocaleList = Static<typeof LocaleList>;

/** All locales of a project, for the dashboard. */
export const ProjectLocales = Type.Object(
  { locales: Type.Array(Locale) },
  { $id: 'ProjectLocales', ...closed },
);
export type ProjectLocales = Static<typeof ProjectLocales>;

export const ChangedLocale = Type.Object({ locale: Locale }, { $id: 'ChangedLocale', ...closed });
export type ChangedLocale = Static<typeof ChangedLocale>;

const settings = {
  name: Type.Optional(name),
  fallback: Type.Optional(Nullable(code)),
  partial: Type.Optional(Type.Boolean()),
  serves_entries: Type.Optional(Type.Boolean()),
};

export const AddLocale = Type.Object({ code, ...settings }, { $id: 'AddLocale', ...closed });
export type AddLocale = Static<typeof AddLocale>;

/** Omitted settings keep their values. */
export const ChangeLocale = Type.Object(
  { code: Type.Optional(code), ...settings },
  { $id: 'ChangeLocale', ...closed },
);
export type ChangeLocale = Static<typeof ChangeLocale>;

/** `confirm` is the code, typed by a person. `events`: each item that readers lose gets an event. */
export const RemoveLocale = Type.Object(
  { confirm: Type.String(), events: Type.Optional(Type.Boolean()) },
  { $id: 'RemoveLocale', ...closed },
);
export type RemoveLocale = Static<typeof RemoveLocale>;

/** The numbers of items with content in a locale, by their state there. */
const counts = { live: Type.Integer(), scheduled: Type.Integer(), drafts: Type.Integer() };

export const LocaleContent = Type.Object(counts, { $id: 'LocaleContent', ...closed });
export type LocaleContent = Static<typeof LocaleContent>;

/** Up to 100 items of the default release that serve no value in a locale, because another item has it there. */
export const LocaleClashes = Type.Object(
  {
    clashes: Type.Array(
      Type.Object(
        {
          locale: Type.String({ description: 'the code of the locale' }),
          id: Type.String(),
          type: Type.String({ description: 'the slug of the content type' }),
          title: Type.String(),
          fields: Type.Array(Type.String()),
        },
        closed,
      ),
    ),
  },
  { $id: 'LocaleClashes', ...closed },
);
export type LocaleClashes = Static<typeof LocaleClashes>;

/** The removed locale, with the number of its items that readers saw, that were scheduled, and that were drafts. */
export const RemovedLocale = Type.Object(
  {
    removed: Type.Object(
      {
        id: Type.String(),
        code: Type.String(),
        ...counts,
      },
      closed,
    ),
  },
  { $id: 'RemovedLocale', ...closed },
);
export type RemovedLocale = Static<typeof RemovedLocale>;
