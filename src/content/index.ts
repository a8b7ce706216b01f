export { selectDrafts } from './entries/editor/editor-list.ts';
export { EditorEntry, EditorNarrowing } from './entries/editor/editor-schema.ts';
export { restoreDraft, sentVersion, versionFields } from './entries/editor/editor.ts';
export {
  compareEntries,
  type ComparedRelease,
  type EntryChange,
  loadComparedRelease,
} from './entries/editor/entry-diff.ts';
export { comingEntries, entriesWithin, recentEntries } from './entries/editor/home.ts';
export { contentFeature } from './entries/feature.ts';
export {
  CreateEntry,
  Entry,
  EntryList,
  EntryListOrValues,
  EntryMatch,
  ListQuery,
  PatchEntry,
  PutEntry,
  ReadQuery,
  WrittenEntry,
} from './entries/schema.ts';
export { listOrRead } from './entries/list/read.ts';
export { entriesFeature } from './entries/store/feature.ts';
export { entryInReview, entryTitleIn } from './entries/read/in-review.ts';
export { entryDraftFields } from './entries/read/draft-fields.ts';
export { labelKeys } from './entries/editor/label.ts';
export { searchedTexts } from './entries/read/searched-texts.ts';
export { loadCollection } from './entries/read/reading.ts';
export { ExportedHistory } from './entries/store/exported-history.ts';
export { streamEntries } from './entries/store/queries/batch-repository.ts';
export { entries, findByUniques, findEntries, findEntry } from './entries/store/repository.ts';
export type { EntryRecord } from './entries/store/schema.ts';
export { changeInBulk, entryTitle, openBulkLocale } from './entries/write/bulk/bulk.ts';
export { checkBulkSet } from './entries/write/bulk/bulk-set.ts';
export type { SavedEntry } from './entries/write/saved-entry.ts';
export {
  addEntry,
  createEntry,
  patchSingleton,
  updateEntry,
  updateSingleton,
} from './entries/write/write-entry.ts';
export { commonOptions, keyPattern, localeOptions, inWords } from './fields/definition.ts';
export { fieldKindOf } from './fields/kinds.ts';
export { presentKeys, servedField } from './fields/keyed-fields.ts';
export { FieldGroup, FieldGroupInput } from './fields/layout.ts';
export { Field, ReferencedEntry } from './fields/schema.ts';
export { sentValues } from './fields/sent-values.ts';
export { fieldOptions } from './fields/service.ts';
export { checkWrittenIds, linkTargetExists, type WrittenId } from './links/check.ts';
export { editorTargets } from './links/editor-targets.ts';
export { LinkBatch } from './links/link-batch.ts';
export { checkMediaUrls } from './links/media-urls.ts';
export { type ResolvedTargets, resolveTargets } from './links/resolve.ts';
export { checkLinkPatterns } from './links/site-address.ts';
export { mediaFeature } from './media/feature.ts';
export { changeAsset } from './media/change.ts';
export { cropUrl as cutUrl } from './media/images/image-services.ts';
export { orphanedObjects } from './media/orphaned-objects/repository.ts';
export { sweepOrphanedObjects } from './media/orphaned-objects/service.ts';
export { media, sizeOfMedia } from './media/repository.ts';
export { AskUpload, type MediaRecord } from './media/schema.ts';
export { typeOfFile } from './media/upload/file-types.ts';
export { deleteAllAssets } from './media/upload/delete-all-assets.ts';
export { uploadFile } from './media/upload/own-upload.ts';
export { richtextContract } from './richtext/introspection.ts';
export { collectLinks } from './richtext/links.ts';
export {
  attributeOf,
  type HtmlElement,
  type HtmlNode,
  isElement,
  isText,
  parseHtml,
} from './richtext/html/parse-html.ts';
export { type HtmlTargets, projectTargets } from './richtext/html/targets.ts';
export { type ReadRichtext, readRichtext } from './richtext/read/read.ts';
export { Richtext, type RichtextDocument, RichtextInput, type RichtextTargets } from './richtext/schema.ts';
export { plainText, renderRichtext } from './richtext/service.ts';
export { InputTooComplex } from './richtext/too-complex.ts';
export { countWords, openingOf } from './richtext/words.ts';
export { defineBlock } from './types/blocks/define.ts';
export { BlockDefinition, type BlockRecord, type BlocksBySlug, DefineBlock } from './types/blocks/schema.ts';
export { countBlockFieldValues, listBlocks, putBlock } from './types/blocks/service.ts';
export { reachableBlocks } from './types/blocks/settle/reach.ts';
export { defineType } from './types/definition/define.ts';
export { typeSlugPattern } from './types/definition/read-definition.ts';
export { formerKeysMax } from './types/definition/renames.ts';
export { contentTypesFeature } from './types/feature.ts';
export { contentTypes } from './types/repository.ts';
export { loadAllBlocks, loadType, loadTypes, outlineOf, slugsOfTypes, typeIn } from './types/lookup.ts';
export { type TypeShape } from './types/lookup.ts';
export { ContentType, DefineContentType, Kind, type TypeRecord } from './types/schema.ts';
export { countFieldValues, listContentTypes, putContentType } from './types/service.ts';
export { normalizeRelease } from './types/settle/normalize.ts';
export { deriveAgain } from './types/settle/derived-keys.ts';
export { type TypesBySlug, withBlocks } from './types/types-by-slug.ts';
export { withNormalizedTexts } from './fields/item-texts.ts';
