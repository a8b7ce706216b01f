import type { EditorArticle } from '../../../../src/modules/articles/store/schema.ts';
import { WholeItemAccess } from '../access/locale-access.tsx';
import { CommentsBox } from '../editing/comments/comments-box.tsx';
import { Facts } from '../editing/side/facts.tsx';
import { FieldRow } from '../editing/field-row.tsx';
import { History } from '../editing/history/history.tsx';
import type { EditedField } from '../editing/item.ts';
import type { ItemEditor } from '../editing/item-editor.ts';
import { LiveButton } from '../editing/side/live-button.tsx';
import { PreviewButton } from '../editing/side/preview-button.tsx';
import { ShareButton } from '../editing/side/share-button.tsx';
import { ReviewBox } from '../editing/review/review-box.tsx';
import { Referrers, useReferrers } from '../editing/side/referrers.tsx';
import type { ArticleKind } from './kind.ts';

interface SideProps {
  kind: ArticleKind;
  fields: readonly EditedField[];
  articleId: string;
  editor: ItemEditor<EditorArticle>;
}

/** The side panel: properties and referrers of the article. */
export function Side({ kind, fields, articleId, editor }: SideProps) {
  const { Panel } = kind;
  const referrers = useReferrers(kind.module, `/referenced-by/${articleId}`).data;
  return (
    <>
      <div className="row editing-tools">
        <LiveButton type={kind.type} itemId={articleId} store={editor.store} />
        <PreviewButton type={kind.type} store={editor.store} />
        <WholeItemAccess>
          <ShareButton type={kind.type} store={editor.store} />
        </WholeItemAccess>
        <History fields={fields} editor={editor} />
      </div>
      <WholeItemAccess>
        <ReviewBox editor={editor} fields={fields} />
      </WholeItemAccess>
      <CommentsBox fields={fields} />
      {Panel === undefined ? null : <Panel editor={editor} />}
      <section className="editing-box article-beside" aria-label="Where it belongs">
        {kind.fields.map((field) => (
          <FieldRow key={field.key} field={field} store={editor.store} />
        ))}
      </section>
      <Referrers list={referrers} />
      <Facts store={editor.store} />
    </>
  );
}
