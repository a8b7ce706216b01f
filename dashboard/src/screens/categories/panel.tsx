import type { BlogCategory } from '../../../../src/modules/blog/schema.ts';
import { LoadedTerm, type PanelEvents } from '../../features/taxonomy/loaded-term.tsx';
import { TermPanel } from '../../features/taxonomy/panel.tsx';
import { TopicFields, topicKind } from '../../features/taxonomy/fields/topic.tsx';
import { useTermForm } from '../../features/taxonomy/use-term-form.ts';
import { UsedBy } from '../../features/taxonomy/uses.tsx';

const kind = topicKind<BlogCategory>(
  { path: '/v1/blog/categories', module: 'blog', nameKey: 'name' },
  ({ name }) => name,
);

export function CategoryPanel({ id, ...events }: PanelEvents & { id: string | null }) {
  return (
    <LoadedTerm<BlogCategory> kind={kind} id={id} title="Category" onClose={events.onClose}>
      {(category) => <CategoryTermPanel category={category} {...events} />}
    </LoadedTerm>
  );
}

function CategoryTermPanel({ category, ...events }: PanelEvents & { category: BlogCategory | null }) {
  const form = useTermForm(kind, category);
  return (
    <TermPanel
      {...events}
      noun="category"
      form={form}
      blockingField="categories"
      after={
        category === null ? null : <UsedBy id={category.id} emptyText="No articles in this category yet." />
      }
    >
      <TopicFields form={form} help="Plain text, for the page of the category." />
    </TermPanel>
  );
}
