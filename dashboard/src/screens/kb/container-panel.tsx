import type { KbOutline } from '../../../../src/modules/kb/editor/schema.ts';
import type { KbCollection, KbSection } from '../../../../src/modules/kb/structure/schema.ts';
import { counted } from '../../components/base/counted.ts';
import { SelectField } from '../../components/form/field.tsx';
import { LoadedTerm, type PanelEvents } from '../../features/taxonomy/loaded-term.tsx';
import { TermPanel } from '../../features/taxonomy/panel.tsx';
import { slugBodyOf } from '../../features/taxonomy/fields/slug-field.tsx';
import { AboutFields, TopicFields, topicKind } from '../../features/taxonomy/fields/topic.tsx';
import { SharedField } from '../../features/taxonomy/term-field.tsx';
import { type TermKind, useTermForm } from '../../features/taxonomy/use-term-form.ts';
import { ContainerOptions } from '../../features/kb/container-options.tsx';

const collectionKind = topicKind<KbCollection>(
  { path: '/v1/kb/collections', module: 'kb', nameKey: 'title' },
  ({ title }) => title,
);

interface SectionForm {
  name: string;
  slug: string;
  description: string;
  collection: string;
}

const sectionPath = { path: '/v1/kb/sections', module: 'kb' } as const;

/** `within` is the collection of a new section, '' for an existing section. */
function sectionKind(within: string): TermKind<KbSection, SectionForm> {
  return {
    ...sectionPath,
    nameKey: 'title',
    fields: () => ['slug', 'description', 'collection'],
    formOf: (section) => ({
      name: section?.title ?? '',
      slug: section?.slug ?? '',
      description: section?.description ?? '',
      collection: section?.collection.id ?? '',
    }),
    bodyOf: ({ name, slug, ...changes }) => ({
      ...(within === '' ? {} : { collection: within }),
      ...(name === undefined ? {} : { title: name }),
      ...changes,
      ...slugBodyOf(slug),
    }),
    labels: { name: 'title', slug: 'slug', description: 'description', collection: 'collection' },
  };
}

interface ContainerPanelProps extends PanelEvents {
  /** An id, `new-collection` or `new-section`. */
  containerId: string;
  /** The collection of a new section. */
  within: string | null;
  outline: KbOutline;
}

type LoadedPanelProps<Stored> = Omit<ContainerPanelProps, 'containerId'> & { container: Stored | null };

/** A side panel that edits a collection or a section. */
export function ContainerPanel({ containerId, ...props }: ContainerPanelProps) {
  const isNew = containerId.startsWith('new-');
  const termProps = { id: isNew ? null : containerId, title: 'Knowledge base', onClose: props.onClose };
  return containerId === 'new-section' || containerId.startsWith('kbs_') ? (
    <LoadedTerm<KbSection> kind={sectionPath} {...termProps}>
      {(container) => <SectionPanel {...props} container={container} />}
    </LoadedTerm>
  ) : (
    <LoadedTerm<KbCollection> kind={collectionKind} {...termProps}>
      {(container) => <CollectionPanel {...props} container={container} />}
    </LoadedTerm>
  );
}

/** The reason why a container can't be deleted: it still contains sections or articles. */
function deletionBlocker(outline: KbOutline, id: string | undefined): string | null {
  const collection = outline.data.find((candidate) => candidate.id === id);
  const section = outline.data.flatMap(({ sections }) => sections).find((candidate) => candidate.id === id);
  const contents = [
    ...((collection?.sections.length ?? 0) > 0 ? [counted(collection?.sections.length ?? 0, 'section')] : []),
    ...((collection ?? section)?.stored_count
      ? [counted((collection ?? section)?.stored_count ?? 0, 'article')]
      : []),
  ];
  if (contents.length === 0) return null;
  return `It contains ${contents.join(' and ')}, drafts included. Move or delete them first.`;
}

function CollectionPanel({ container, outline, onClose, onDone }: LoadedPanelProps<KbCollection>) {
  const form = useTermForm(collectionKind, container);
  const blockingReason = deletionBlocker(outline, container?.id);
  return (
    <TermPanel
      noun="collection"
      form={form}
      blockingReason={blockingReason}
      onDone={onDone}
      onClose={onClose}
    >
      <TopicFields form={form} />
    </TermPanel>
  );
}

function SectionPanel({ container, within, outline, onClose, onDone }: LoadedPanelProps<KbSection>) {
  const collectionId = within ?? outline.data[0]?.id ?? '';
  const form = useTermForm(sectionKind(container === null ? collectionId : ''), container);
  const { values, set } = form;
  const blockingReason = deletionBlocker(outline, container?.id);
  return (
    <TermPanel noun="section" form={form} blockingReason={blockingReason} onDone={onDone} onClose={onClose}>
      <SharedField>
        <SelectField
          label="Collection"
          name="collection"
          value={values.collection === '' ? collectionId : values.collection}
          onChange={(collection) => set({ collection })}
        >
          <ContainerOptions outline={outline} withSections={false} />
        </SelectField>
      </SharedField>
      <AboutFields form={form} />
    </TermPanel>
  );
}
