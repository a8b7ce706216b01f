import { Type } from '@sinclair/typebox';
import { translationFileBounds, translationFileFormats } from '../../contract/translations.ts';
import { dashboardRoute } from '../../core/http/index.ts';
import { ImportedTexts, ImportTexts } from './schema.ts';
import { downloadTexts, importPart } from './service.ts';

const closed = { additionalProperties: false } as const;
const ExportQuery = Type.Object(
  {
    locale: Type.String({ minLength: 1, maxLength: 100 }),
    format: Type.Union(translationFileFormats.map((format) => Type.Literal(format))),
  },
  closed,
);
/** Milliseconds until the first piece. The download then continues for as long as its client reads. */
const firstPieceTimeoutMs = 15_000;

export const translationFileRoutes = [
  dashboardRoute({
    method: 'GET',
    scope: 'release',
    path: '/translations/export',
    needs: 'read',
    area: 'any',
    summary: 'Downloads missing and outdated texts of a locale as a file for translators.',
    timeLimitMs: firstPieceTimeoutMs,
    errors: ['unknown_locale', 'invalid_parameter'],
    input: { query: ExportQuery },
    output: Type.Null(),
    run: (context, { query }) => downloadTexts(context, query),
  }),
  dashboardRoute({
    method: 'POST',
    scope: 'release',
    path: '/translations/import',
    needs: 'draft',
    writesLocales: true,
    area: 'any',
    audits: ['draft.saved', 'author.changed', 'category.changed', 'collection.changed', 'section.changed'],
    summary: 'Imports a translated file as drafts, and returns where to continue after 8 seconds.',
    bodyBytesMax: translationFileBounds.bodyBytes,
    timeLimitMs: translationFileBounds.partMs * 3,
    errors: ['unknown_locale', 'invalid_field_value', 'invalid_parameter', 'role_required'],
    input: { body: ImportTexts },
    output: ImportedTexts,
    run: (context, { body }) => importPart(context, body),
  }),
];
