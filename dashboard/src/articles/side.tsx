import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import type { EditorArticle } from '../../../src/articles/schema.ts';
import { MenuItem } from '../components/menu.tsx';
import { Facts } from '../editing/facts.tsx';
import { FieldRow } from '../editing/field-row.tsx';
import { History } from '../editing/history.tsx';
import type { EditedField } from '../editing/item.ts';
import type { Opened } from '../editing/opened.ts';
import { Presence } from '../editing/presence.tsx';
import { PreviewButton } from '../editing/preview-button.tsx';
import { PublishPanel } from '../editing/publish-panel.tsx';
import { Referrers, useReferrers } from '../editing/referrers.tsx';
import { useRemoval } from '../editing/removal.tsx';
import { useDraftState } from '../editing/use-draft.ts';
import { DateDialog } from './date-dialog.tsx';
import type { ArticleKind } from './kind.ts';

interface SideProps {
  kind: ArticleKind;
  fields: readonly EditedField[];
  articleId: string;
  opened: Opened<EditorArticle>;
  leave: () => Promise<unknown>;
}

/** Beside the text: where the article stands, what belongs to it, who links here. */
export function Side({ kind, fields, articleId, opened, leave }: SideProps) {
  const { Panel, MenuItems } = kind;
  const [isDating, setDating] = useState(false);
  const isLive = useDraftState(opened.store, ({ item }) => item.status === 'published');
  const referrers = useReferrers(kind.module, `/referenced-by/${articleId}`).data;
  const remove = useRemoval(opened, {
    referrers,
    consequence: 'Other content links to this article. Deleting it breaks these links:',
    leave,
  });
  return (
    <>
      <Presence itemId={articleId} store={opened.store} />
      <PublishPanel
        opened={opened}
        remove={remove}
        more={
          <>
            <MenuItem icon={CalendarDays} disabled={!isLive} onSelect={() => setDating(true)}>
              Change date…
            </MenuItem>
            {MenuItems === undefined ? null : <MenuItems opened={opened} />}
          </>
        }
      />
      <div className="row editing-tools">
        <PreviewButton type={kind.type} store={opened.store} />
        <History fields={fields} opened={opened} />
      </div>
      {Panel === undefined ? null : <Panel opened={opened} />}
      <section className="editing-box article-beside" aria-label="Where it belongs">
        {kind.fields.map((field) => (
          <FieldRow key={field.key} field={field} store={opened.store} />
        ))}
      </section>
      <Referrers list={referrers} />
      <Facts store={opened.store} />
      {isDating ? <DateDialog kind={kind} opened={opened} onClose={() => setDating(false)} /> : null}
    </>
  );
}
