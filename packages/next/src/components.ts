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

/** A value as reads serve it, by the types of the client or by those of a project. */
export interface ServedRichtext {
  readonly json: { readonly content: readonly object[] };
  readonly toc?: readonly { readonly id: string }[];
}

export interface RichTextProps {
  value: ServedRichtext | null | undefined;
  /** Where the pages of the site are: `{ blog_article: '/blog/{slug}', entry: { page: '/{id}' } }`. */
  links?: RichtextLinks;
  /** Elements of your own for nodes (`paragraph`, `image`, ...); the others are those of the service's `html`. */
  nodes?: RichtextTarget<ReactNode>['node'];
  /** Elements of your own for marks (`bold`, `link`, ...). */
  marks?: RichtextTarget<ReactNode>['mark'];
}

/** A rich text value as elements; nothing where there is none. It runs on the server alone. */
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
  /** `eager` for the picture that is seen first; the others wait until they are near. */
  loading?: 'eager' | 'lazy';
}

/** A picture with its size, widths and placeholder, so that the page does not shift; nothing when its file is gone. */
export function Image({ image, sizes, widths, className, loading = 'lazy' }: ImageProps): ReactNode {
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
  });
}
