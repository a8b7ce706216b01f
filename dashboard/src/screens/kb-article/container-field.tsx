import { useSyncExternalStore } from 'react';
import { useArticle } from '../../features/articles/context.ts';
import { SelectField } from '../../components/form/field.tsx';
import { useDraftState } from '../../features/editing/draft/use-draft.ts';
import type { WidgetProps } from '../../features/fields/context.ts';
import { ContainerOptions } from '../../features/kb/container-options.tsx';
import { useKbOutline } from '../../features/kb/use-kb-outline.ts';

/** Selects the section or the collection of the article. One control sets both fields, so that they match. */
export function ContainerWidget({ field, error }: WidgetProps) {
  const { store } = useArticle().editor;
  const outline = useKbOutline();
  const collectionError = useDraftState(store, ({ errors }) => errors.get('collection')?.message);
  const read = () => {
    const section = store.valueOf('section');
    const collection = store.valueOf('collection');
    return typeof section === 'string' ? section : typeof collection === 'string' ? collection : '';
  };
  const containerId = useSyncExternalStore(store.subscribe, read);
  const choose = (id: string) => {
    const collection = outline.data?.data.find(
      ({ id: collectionId, sections }) =>
        collectionId === id || sections.some((section) => section.id === id),
    );
    if (collection === undefined) return;
    store.change('collection', collection.id);
    store.change('section', collection.id === id ? null : id);
  };
  return (
    <SelectField
      label={field.label}
      value={containerId}
      onChange={choose}
      error={error ?? collectionError}
      help="A section or a collection. Set the order in the tree."
    >
      {outline.data === undefined ? null : <ContainerOptions outline={outline.data} withSections />}
    </SelectField>
  );
}
