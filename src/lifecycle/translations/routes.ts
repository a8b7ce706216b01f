import { route } from '../../core/http/index.ts';
import {
  ConfirmedTranslations,
  ConfirmTranslations,
  TranslationList,
  TranslationQuery,
  TranslationSummary,
} from './schema.ts';
import { confirmTranslations, listTranslations, summarizeTranslations } from './service.ts';

const read = {
  method: 'GET',
  scope: 'release',
  needs: 'read',
  area: 'any',
  key: 'secret',
  budget: 'read',
  volatile: true, // drafts move no revision
  oneState: true,
} as const;

export const translationRoutes = [
  route({
    ...read,
    path: '/v1/translations',
    summary: 'Lists items whose texts in a locale are missing or outdated, the last changed first.',
    errors: ['unknown_locale', 'invalid_cursor'],
    input: { query: TranslationQuery },
    output: TranslationList,
    run: (context, { query }) => listTranslations(context, query),
  }),
  route({
    ...read,
    path: '/v1/translations/summary',
    summary: 'Counts missing, outdated and current items by locale and kind.',
    errors: [],
    input: {},
    output: TranslationSummary,
    run: summarizeTranslations,
  }),
  route({
    method: 'POST',
    scope: 'release',
    path: '/v1/translations/confirm',
    needs: 'draft',
    writesLocales: true,
    area: 'any',
    key: 'secret',
    budget: 'write',
    dryRun: true,
    audits: [
      'entry.changed',
      'article.changed',
      'author.changed',
      'category.changed',
      'collection.changed',
      'section.changed',
    ],
    summary: 'Marks texts in a locale as current, because they are still right.',
    status: 200,
    errors: ['unknown_locale', 'invalid_field_value', 'unknown_link', 'type_not_localized'],
    input: { body: ConfirmTranslations },
    output: ConfirmedTranslations,
    run: (context, { body }) => confirmTranslations(context, body),
  }),
];
