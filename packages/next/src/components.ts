import {
  renderRichtext,
  type RenderedRichtext,
  type RichtextLinks,
  type RichtextTarget,
} from 'galley-client/richtext';
import { type ImageOptions, imageProps, type ServedImage } from 'galley-client/images';
import { createElement, type ReactNode } from 'react';
import { reactTarget } from './react-target.ts';

export { reactTarget } from './react-target.ts';

/** A rich text value of a response, with the types of the client or with generated types. */
export interface ServedRichtext {
  readonly json: { readonly content: readonly object[] };
  readonly toc?: readonly { readonly id: string }[];
}

export interface RichTextProps {
  value: ServedRichtext | null | undefined;
  /** Paths of the site for links to content: `{ blog_article: '/blog/{slug}', entry: { page: '/{id}' } }`. */
  links?: RichtextLinks;
  /** Your own elements for nodes (`paragraph`, `image`, ...). Other nodes render like the `html` of the API. */
  nodes?: RichtextTarget<ReactNode>['node'];
  /** Your own elements for marks (`bold`, `link`, ...). */
  marks?: RichtextTarget<ReactNode>['mark'];
}

/** Renders a rich text value as React elements, and nothing for null. Use it in server components. */
export function RichText({ value, links, nodes, marks }: RichTextProps): ReactNode {
  if (value == null) return null;
  const target: RichtextTarget<ReactNode> = {
    ...reactTarget,
    node: { ...reactTarget.node, ...nodes },
    mark: { ...reactTarget.mark, ...marks },
  };
  return renderRichtext(value as RenderedRichtext, target, links === undefined ? {} : { links });
}

export interface ImageProps extends ImageOptions {
  image: ServedImage | null | undefined;
  className?: string;
  /** `eager` for the first visible image. `lazy`, the default, loads an image when it is near the viewport. */
  loading?: 'eager' | 'lazy';
  /** From `edit`. */
  'data-galley'?: string;
}

/** Renders an `img` with dimensions, `srcset` and placeholder. Renders nothing for null or if the file was deleted. */
export function Image(options: ImageProps): ReactNode {
  const { image, sizes, widths, className, loading = 'lazy', 'data-galley': target } = options;
  const props = imageProps(image, {
    ...(sizes !== undefined && { sizes }),
    ...(widths !== undefined && { widths }),
  });
  if (props === null) return null;
  const { srcset: srcSet, placeholder, ...others } = props;
  const style =
    placeholder === undefined
      ? undefined
      : { backgroundImage: `url("${placeholder}")`, backgroundSize: 'cover' };
  const fetchPriority = loading === 'eager' ? 'high' : undefined;
  return createElement('img', {
    ...others,
    srcSet,
    className,
    loading,
    fetchPriority,
    decoding: 'async',
    style,
    ...(target !== undefined && { 'data-galley': target }),
  });
}
