import { useSyncExternalStore } from 'react';
import type { KbOutline } from '../../../../src/modules/kb/editor/schema.ts';
import { useProjectQuery } from '../../api/project.ts';
import { useArticle } from '../../features/articles/context.ts';
import { SelectField } from '../../components/form/field.tsx';
import { useDraftState } from '../../features/editing/draft/use-draft.ts';
import type { WidgetProps } from '../../features/fields/context.ts';
import { ContainerOptions } from '../../features/kb/container-options.tsx';

/** The section of the article, or its collection when it has none: one choice of two fields that must fit. */
export function ContainerWidget({ field, error }: WidgetProps) {
  const { store } = useArticle().opened;
  const outline = useProjectQuery<KbOutline>('kb', '/kb/tree');
  const other = useDraftState(store, ({ errors }) => errors.get('collection')?.message);
  const read = () => {
    const section = store.valueOf('section');
    const collection = store.valueOf('collection');
    return typeof section === 'string' ? section : typeof collection === 'string' ? collection : '';
  };
  const shelf = useSyncExternalStore(store.subscribe, read);
  const choose = (id: string) => {
    const holder = outline.data?.data.find((one) => one.id === id || one.sections.some((at) => at.id === id));
    if (holder === undefined) return;
    store.change('collection', holder.id);
    store.change('section', holder.id === id ? null : id);
  };
  return (
    <SelectField
      label={field.label}
      value={shelf}
      onChange={choose}
      error={error ?? other}
      help="A section or a collection. Set the order in the tree."
    >
      {outline.data === undefined ? null : <ContainerOptions outline={outline.data} withSections />}
    </SelectField>
  );
}
