import type { BlogCategory } from '../../../../src/blog/schema.ts';
import { Loaded, type PanelEvents } from '../../named/loaded.tsx';
import { NamedPanel } from '../../named/panel.tsx';
import { TopicFields, topicKind } from '../../named/topic.tsx';
import { useNamedForm } from '../../named/use-named-form.ts';
import { UsedBy } from '../../named/uses.tsx';

const kind = topicKind<BlogCategory>(
  { path: '/v1/blog/categories', module: 'blog', nameKey: 'name' },
  ({ name }) => name,
);

export function CategoryPanel({ id, ...events }: PanelEvents & { id: string | null }) {
  return (
    <Loaded<BlogCategory> kind={kind} id={id} title="Category" onClose={events.onClose}>
      {(category) => <Opened category={category} {...events} />}
    </Loaded>
  );
}

function Opened({ category, ...events }: PanelEvents & { category: BlogCategory | null }) {
  const form = useNamedForm(kind, category);
  return (
    <NamedPanel
      {...events}
      noun="category"
      form={form}
      keptBy="categories"
      after={category === null ? null : <UsedBy id={category.id} none="No articles in this category yet." />}
    >
      <TopicFields form={form} help="Plain text, for the page of the category." />
    </NamedPanel>
  );
}
