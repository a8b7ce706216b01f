import { wholeList } from '../contract/listing.ts';
import { Problem } from '../contract/problem.ts';
import type { ReleaseCall } from '../platform/call.ts';
import { runInBackground } from '../platform/background.ts';
import { type Answer, answer } from '../platform/http/answer.ts';
import { clearRemovedFields } from './clear-removed.ts';
import { defineType } from './define.ts';
import { loadType, loadTypes } from './lookup.ts';
import type { ContentType, DefineContentType } from './schema.ts';
import { serializeType } from './serialize.ts';

export { clearRemovedFields } from './clear-removed.ts';
export { loadType, loadTypes, typeIn, type Types } from './lookup.ts';

/** Every type of the release, in the order of their making, on one page. */
export async function listContentTypes(call: ReleaseCall) {
  const types = [...(await loadTypes(call)).values()];
  return { data: types.map(serializeType), meta: wholeList(types.length) };
}

/** One type. @throws unknown_content_type */
export async function readContentType(call: ReleaseCall, slug: string): Promise<Answer<ContentType>> {
  const type = await loadType(call, slug);
  return answer(serializeType(type), { revision: type.revision });
}

/** Creates or updates a type; values of fields that are gone are cleared afterwards. Throws as `defineType`. */
export async function putContentType(
  call: ReleaseCall,
  slug: string,
  sent: DefineContentType,
): Promise<Answer<ContentType>> {
  const clear = () => runInBackground('clear removed fields', () => clearRemovedFields(call, slug));
  const { record, isNew } = await defineType(call, slug, sent).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'field_being_removed') clear(); // a stopped process may have left it
    throw error;
  });
  if (record.removed.length > 0 && !call.dryRun) clear();
  const location = `/v1/schema/content-types/${slug}`;
  return answer(serializeType(record), {
    revision: record.revision,
    ...(isNew ? { status: 201 as const, location } : {}),
  });
}
