import { type Static, Type } from '@sinclair/typebox';
import { limits } from '../../../contract/limits.ts';
import { MediaUse } from '../../../contract/fields/links.ts';
import { ListMeta } from '../../../contract/listing.ts';
import { Asset, MediaListQuery } from '../schema.ts';

const closed = { additionalProperties: false } as const;

/** Maximum tags of one asset, tags of a project, and characters of a tag. */
export const assetTagsMax = 20;
export const projectTagsMax = 500;
const assetTagCharsMax = 50;
/** Maximum uses in one response. */
export const usesMax = 50;

/** A tag of a project; deleted with its last asset. */
export interface AssetTagRecord {
  /** `<project>/<key>` */
  _id: string;
  /** The folded name, so that spellings of the same word share one tag. */
  key: string;
  name: string;
  /** Number of assets with the tag. */
  assets: number;
}

export const AssetTagList = Type.Object(
  { data: Type.Array(Type.Object({ name: Type.String(), assets: Type.Integer() }, closed)) },
  { $id: 'AssetTagList', ...closed },
);
export type AssetTagList = Static<typeof AssetTagList>;

/** An asset with its tags, which only the dashboard gets. */
export const EditorAsset = Type.Object(
  { ...Asset.properties, tags: Type.Array(Type.String()) },
  { $id: 'DeskAsset', ...closed },
);
export type EditorAsset = Static<typeof EditorAsset>;

export const EditorAssetList = Type.Object(
  { data: Type.Array(EditorAsset), meta: ListMeta },
  { $id: 'DeskAssetList', ...closed },
);
export type EditorAssetList = Static<typeof EditorAssetList>;

export const editorOrders = ['newest', 'oldest', 'name', 'largest'] as const;
export type EditorAssetOrder = (typeof editorOrders)[number];

const flag = Type.Optional(Type.Boolean({ description: 'true or false' }));
const { limit, cursor, status, content_type, q } = MediaListQuery.properties;

/** `undescribed`: images without a description. `unused`: assets without a use in any release, drafts included. */
export const EditorAssetQuery = Type.Object({
  ...{ limit, cursor, status, content_type, q },
  tag: Type.Optional(Type.String({ 'x-nfc': true, minLength: 1, maxLength: assetTagCharsMax })),
  sort: Type.Optional(Type.Union(editorOrders.map((order) => Type.Literal(order)))),
  undescribed: flag,
  unused: flag,
});
export type EditorAssetQuery = Static<typeof EditorAssetQuery>;

const Ids = Type.Array(Type.String(), {
  minItems: 1,
  maxItems: limits.page_size_max,
  uniqueItems: true,
});

export const TagAssets = Type.Object(
  {
    action: Type.Union([Type.Literal('add'), Type.Literal('remove')]),
    tag: Type.String({
      'x-nfc': true,
      minLength: 1,
      maxLength: assetTagCharsMax,
      pattern: '\\S',
      description: `a text of at most ${assetTagCharsMax} characters`,
    }),
    ids: Ids,
  },
  { $id: 'TagAssets', ...closed },
);
export type TagAssets = Static<typeof TagAssets>;

export const DeleteAssets = Type.Object({ ids: Ids }, { $id: 'DeleteAssets', ...closed });

/** The first uses of an asset, and whether there are more. */
export const MediaUseList = Type.Object(
  { data: Type.Array(MediaUse), has_more: Type.Boolean() },
  { $id: 'MediaPlaces', ...closed },
);
export type MediaUseList = Static<typeof MediaUseList>;
