import { CodeBlock } from '@tiptap/extension-code-block';
import { type Extensions, InputRule, wrappingInputRule } from '@tiptap/core';
import { NodeViewContent, type NodeViewProps, NodeViewWrapper, ReactNodeViewRenderer } from '@tiptap/react';
import { useFieldHost } from '../../fields/context.ts';
import { documentExtensions } from './extensions.ts';
import { Callout, ImageNode } from './nodes.ts';

/** The document's nodes with their views in the editor: images, languages, tones. */
export const viewExtensions: Extensions = [
  ...documentExtensions.filter(({ name }) => !['image', 'callout', 'codeBlock'].includes(name)),
  ImageNode.extend({ addNodeView: () => ReactNodeViewRenderer(ImageView) }),
  Callout.extend({
    addNodeView: () => ReactNodeViewRenderer(CalloutView),
    addInputRules() {
      return [
        wrappingInputRule({
          find: /^:::(info|success|warning|danger)?\s$/,
          type: this.type,
          getAttributes: (match) => ({ tone: match[1] ?? 'info' }),
        }),
      ] satisfies InputRule[];
    },
  }),
  CodeBlock.extend({ addNodeView: () => ReactNodeViewRenderer(CodeView) }),
];

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

function ImageView({ node, updateAttributes, selected }: NodeViewProps) {
  const { targets } = useFieldHost();
  const image = targets[textOf(node.attrs['media_id'])]?.image ?? null;
  const input = (name: 'alt' | 'caption', label: string, placeholder: string) => (
    <input
      className="image-line"
      aria-label={label}
      placeholder={placeholder}
      value={textOf(node.attrs[name])}
      onChange={(event) =>
        updateAttributes({ [name]: event.target.value === '' ? null : event.target.value })
      }
    />
  );
  return (
    <NodeViewWrapper
      as="figure"
      className={selected ? 'prose-image prose-selected' : 'prose-image'}
      data-drag-handle
    >
      {image?.url == null ? (
        <p className="prose-gone">Image not found.</p>
      ) : (
        <img src={image.url} alt={textOf(node.attrs['alt']) || image.alt} draggable={false} />
      )}
      <figcaption contentEditable={false}>
        {input('alt', 'Alt text', image?.alt ? `${image.alt} (from the file)` : 'Describe the image')}
        {input('caption', 'Caption', 'Add a caption')}
      </figcaption>
    </NodeViewWrapper>
  );
}

const tones = ['info', 'success', 'warning', 'danger'];

function CalloutView({ node, updateAttributes }: NodeViewProps) {
  const tone = textOf(node.attrs['tone']);
  return (
    <NodeViewWrapper as="aside" className={`prose-callout prose-callout-${tone}`}>
      <select
        className="prose-choice"
        aria-label="Callout style"
        contentEditable={false}
        value={tone}
        onChange={(event) => updateAttributes({ tone: event.target.value })}
      >
        {tones.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <NodeViewContent />
    </NodeViewWrapper>
  );
}

const languages =
  'bash c cpp csharp css diff go graphql html java javascript json kotlin markdown php python ruby rust sql swift typescript xml yaml';

function CodeView({ node, updateAttributes }: NodeViewProps) {
  const language = textOf(node.attrs['language']);
  const languageNames = languages.split(' ');
  return (
    <NodeViewWrapper className="prose-code">
      <select
        className="prose-choice"
        aria-label="Language of the code"
        contentEditable={false}
        value={language}
        onChange={(event) =>
          updateAttributes({ language: event.target.value === '' ? null : event.target.value })
        }
      >
        <option value="">plain text</option>
        {language !== '' && !languageNames.includes(language) ? <option>{language}</option> : null}
        {languageNames.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <pre>
        <NodeViewContent<'code'> as="code" />
      </pre>
    </NodeViewWrapper>
  );
}
