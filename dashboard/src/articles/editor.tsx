import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { EditorArticle } from '../../../src/articles/schema.ts';
import { useProject } from '../api/project.ts';
import { ErrorState, Loading } from '../components/states.tsx';
import { Tabs } from '../components/tabs.tsx';
import { FieldRow } from '../editing/field-row.tsx';
import { EditorFrame } from '../editing/frame.tsx';
import { JsonView } from '../editing/json-view.tsx';
import { type Opened, useOpened } from '../editing/opened.ts';
import { useDraftState } from '../editing/use-draft.ts';
import { ArticleContext, useText } from './context.ts';
import { seoFields, textFields } from './fields.ts';
import type { ArticleKind } from './kind.ts';
import { SeoPreview } from './seo-preview.tsx';
import { articleService } from './service.ts';
import { Side } from './side.tsx';
import './articles.css';

interface ArticleEditorProps {
  kind: ArticleKind;
  articleId: string;
  /** A link back to the list. */
  above: ReactNode;
  /** Goes back to the list, once the article is gone. */
  leave: () => Promise<unknown>;
  /** Just made: the cursor stands in its first empty field. */
  isFresh: boolean;
}

/** The editor of articles; blog and knowledge base differ in their fields (`ArticleKind`). */
export function ArticleEditor(props: ArticleEditorProps) {
  const { kind, articleId } = props;
  const { id } = useProject();
  const { opened, problem, retry } = useOpened([id, kind.module, articleId].join(':'), (api) =>
    articleService(api, kind, articleId),
  );
  if (problem !== null) return <ErrorState problem={problem} onRetry={retry} />;
  if (opened === null) return <Loading rows={8} />;
  return <OpenedEditor key={articleId} {...props} opened={opened} />;
}

const views = [
  { value: 'text', label: 'Text' },
  { value: 'seo', label: 'Search and sharing' },
  { value: 'json', label: 'JSON' },
] as const;
type View = (typeof views)[number]['value'];

function OpenedEditor(props: ArticleEditorProps & { opened: Opened<EditorArticle> }) {
  const { kind, articleId, above, leave, isFresh, opened } = props;
  const { store } = opened;
  const [view, setView] = useState<View>('text');
  const { slug, revision, status } = useDraftState(store, ({ item }) => item);
  const title = useText(opened, 'title');
  const fields = useMemo(() => [...textFields, ...kind.fields, ...seoFields], [kind]);
  const context = useMemo(() => ({ kind, opened }), [kind, opened]);
  const text = useRef<HTMLDivElement>(null);
  useShownFaults(opened, setView);
  useFirstFocus(text, isFresh);
  return (
    <ArticleContext value={context}>
      <EditorFrame
        opened={opened}
        fields={fields}
        title={title === '' ? 'Untitled article' : title}
        above={above}
        side={<Side kind={kind} fields={fields} articleId={articleId} opened={opened} leave={leave} />}
      >
        <Tabs label="View" tabs={views} value={view} onChange={setView} />
        <div className="editing-fields" ref={text} hidden={view !== 'text'}>
          {textFields.map((field) => (
            <FieldRow key={field.key} field={field} store={store} />
          ))}
        </div>
        <div className="editing-fields" hidden={view !== 'seo'}>
          <SeoPreview opened={opened} />
          {seoFields.map((field) => (
            <FieldRow key={field.key} field={field} store={store} />
          ))}
        </div>
        {view === 'json' ? (
          <JsonView address={`/v1${kind.path}/${slug}`} revision={revision} status={status} />
        ) : null}
      </EditorFrame>
    </ArticleContext>
  );
}

/** A fault that nobody can see is shown where it is. */
function useShownFaults({ store }: Opened<EditorArticle>, show: (view: View) => void): void {
  const faults = useDraftState(store, (state) => state.faults);
  const last = useRef(faults);
  useEffect(() => {
    if (last.current === faults) return;
    const isNew = faults.size > last.current.size;
    last.current = faults;
    const [first] = faults.keys();
    if (isNew && first !== undefined && first !== '') show(first.startsWith('seo.') ? 'seo' : 'text');
  }, [faults, show]);
}

function useFirstFocus(text: RefObject<HTMLElement | null>, isFresh: boolean): void {
  useEffect(() => {
    if (isFresh) text.current?.querySelector<HTMLElement>('textarea')?.focus();
  }, [isFresh, text]);
}
