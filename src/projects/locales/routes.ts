import { Type } from '@sinclair/typebox';
import { dashboardRoute, route } from '../../core/http/index.ts';
import {
  AddLocale,
  ChangedLocale,
  ChangeLocale,
  LocaleClashes,
  LocaleContent,
  LocaleList,
  ProjectLocales,
  RemovedLocale,
  RemoveLocale,
} from './schema.ts';
import {
  addLocale,
  changeLocale,
  listClashes,
  listLocales,
  pageOfLocales,
  readLocaleContent,
  removeLocale,
} from './service.ts';

export const localeRoutes = [
  route({
    method: 'GET',
    path: '/v1/locales',
    needs: 'read',
    area: 'any',
    summary: 'Lists the locales of the project, the default first.',
    scope: 'project',
    key: 'any',
    budget: 'read',
    errors: [],
    input: {},
    output: LocaleList,
    run: pageOfLocales,
  }),
];

const LocalePath = Type.Object({ locale: Type.String() });
const owner = { scope: 'project', needs: 'manage', area: 'project' } as const;

export const localeScreenRoutes = [
  dashboardRoute({
    scope: 'project',
    method: 'GET',
    path: '/locales',
    needs: 'read',
    area: 'any',
    summary: 'Lists the locales of the project, the default first.',
    input: {},
    output: ProjectLocales,
    run: async (context) => ({ locales: await listLocales(context) }),
  }),
  dashboardRoute({
    ...owner,
    method: 'GET',
    path: '/locales/:locale/content',
    summary: 'Counts the items with content in a locale, by their state there.',
    errors: ['unknown_locale'],
    input: { path: LocalePath },
    output: LocaleContent,
    run: (context, { path }) => readLocaleContent(context, path.locale),
  }),
  dashboardRoute({
    ...owner,
    method: 'GET',
    path: '/locales/clashes',
    summary: 'Lists the items that serve no value in a locale, because another item has it there.',
    errors: [],
    input: {},
    output: LocaleClashes,
    run: (context) => listClashes(context),
  }),
  dashboardRoute({
    ...owner,
    method: 'POST',
    path: '/locales',
    audits: 'locale.added',
    summary: 'Adds a locale.',
    status: 201,
    errors: ['invalid_locale', 'locale_taken', 'unknown_locale', 'invalid_field_value'],
    input: { body: AddLocale },
    output: ChangedLocale,
    run: (context, { body }) => addLocale(context, body),
  }),
  dashboardRoute({
    ...owner,
    method: 'PATCH',
    path: '/locales/:locale',
    audits: 'locale.changed',
    summary: 'Changes the code, name, fallback or rules of a locale.',
    errors: [
      ...['nothing_to_update', 'invalid_locale', 'locale_taken', 'locale_conflict', 'unknown_locale'],
      'invalid_field_value',
    ] as const,
    input: { path: LocalePath, body: ChangeLocale },
    output: ChangedLocale,
    run: (context, { path, body }) => changeLocale(context, path.locale, body),
  }),
  dashboardRoute({
    ...owner,
    method: 'DELETE',
    path: '/locales/:locale',
    audits: 'locale.removed',
    summary:
      'Removes a locale. `confirm` is its code. With `events`, each item that readers lose gets an event.',
    errors: ['unknown_locale', 'locale_is_default', 'locale_is_fallback', 'invalid_field_value'],
    input: { path: LocalePath, body: RemoveLocale },
    output: RemovedLocale,
    run: (context, { path, body }) => removeLocale(context, path.locale, body),
  }),
];
