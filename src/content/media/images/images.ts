import type { ExistingTarget, FileAsset, Image } from '../../../contract/fields/links.ts';
import { earliest } from '../../../contract/time.ts';
import type { ImageSource } from '../../../core/context/index.ts';
import { findUsable } from '../repository.ts';
import { fileUrlOf, serializeFile, serializeImage } from '../serialize.ts';

/** Resolves the images and files of all content: fields, rich text, SEO and avatars. */
export const imageSource: ImageSource = {
  async existing(context, ids) {
    const assets = await findUsable(context.db, ids);
    const ready = assets.filter(({ status }) => status === 'ready');
    return new Map(
      ready.map(({ _id, content_type: mimeType }): [string, ExistingTarget] => [
        _id,
        { live: true, mimeType },
      ]),
    );
  },

  async resolve(context, ids) {
    const images = new Map<string, Image>();
    const files = new Map<string, FileAsset>();
    let validUntil: Date | null = null;
    for (const record of await findUsable(context.db, ids)) {
      const fileUrl = await fileUrlOf(context, record);
      images.set(record._id, serializeImage(context, record, fileUrl));
      files.set(record._id, serializeFile(context, record, fileUrl));
      validUntil = earliest(validUntil, fileUrl.renewedAt);
    }
    return { byId: images, files, validUntil };
  },
};
