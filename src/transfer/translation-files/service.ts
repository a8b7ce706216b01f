import { ApiError, apiError } from '../../contract/errors/api-error.ts';
import { translationFileBounds, type TranslationFileFormat } from '../../contract/translations.ts';
import type { ReleaseContext } from '../../core/context/index.ts';
import { respond, type RouteResponse } from '../../core/http/index.ts';
import { exportTexts } from './export-texts.ts';
import { importTexts } from './import-texts.ts';
import type { ImportedTexts, ImportTexts } from './schema.ts';

const files: Readonly<Record<TranslationFileFormat, { ending: string; mediaType: string }>> = {
  xliff: { ending: 'xlf', mediaType: 'application/xliff+xml' },
  xliff2: { ending: 'xlf', mediaType: 'application/xliff+xml' },
  csv: { ending: 'csv', mediaType: 'text/csv; charset=utf-8' },
  json: { ending: 'json', mediaType: 'application/json' },
};

/** Downloads missing and outdated texts. @throws as `exportTexts` */
export async function downloadTexts(
  context: ReleaseContext,
  { locale, format }: { locale: string; format: TranslationFileFormat },
): Promise<RouteResponse<null>> {
  const pieces = await exportTexts(context, { locale, states: ['missing', 'outdated'] }, format);
  const { ending, mediaType } = files[format];
  return respond(null, { download: { fileName: `texts-${locale}.${ending}`, mediaType, pieces } });
}

/**
 * Imports items of a file until the time of a request is over. To continue, the client sends the file again with `next`
 * as `from`.
 * @throws invalid_field_value for the file, and as `importTexts`
 */
export async function importPart(
  context: ReleaseContext,
  { file: base64, dry_run: dryRun = false, from = 0 }: ImportTexts,
): Promise<ImportedTexts> {
  const file = Buffer.from(base64, 'base64');
  if (file.length > translationFileBounds.fileBytes) {
    const why = 'it is larger than 10 MiB. Split it into several files, or use "galley translations import"';
    throw apiError('invalid_field_value', { name: 'file', why }, { param: 'file' });
  }
  const endsAt = performance.now() + translationFileBounds.partMs;
  return importTexts({
    ...{ file, dryRun, from },
    newContext: () => Promise.resolve({ ...context, ifMatch: null }),
    isOver: () => performance.now() > endsAt,
  }).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.hints.param !== '--file') throw error;
    throw apiError('invalid_field_value', { name: 'file', why: error.message }, { param: 'file' });
  });
}
