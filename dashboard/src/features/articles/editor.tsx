import { Link } from '@tanstack/react-router';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { EditorArticle } from '../../../../src/modules/articles/store/schema.ts';
import { ApiError } from '../../api/errors/api-error.ts';
import { useProject } from '../../api/project.ts';
import { ErrorState, Loading } from '../../components/layout/states.tsx';
import { Tabs } from '../../components/layout/tabs.tsx';
import { isTyping } from '../../components/keyboard/typing.ts';
import { LocaleAccess } from '../access/locale-access.tsx';
import { FieldRow } from '../editing/field-row.tsx';
import { EditorFrame } from '../editing/frame.tsx';
import { JsonView } from '../editing/json-view.tsx';
import { ItemError } from '../editing/item-error.tsx';
import { type ItemEditor, useItemEditor } from '../editing/item-editor.ts';
import { whenFieldIsShown } from '../editing/show-field.ts';
import { useDraftState } from '../editing/draft/use-draft.ts';
import { LiveView } from '../live/lazy.tsx';
import { BesideActions } from '../locales/beside-actions.tsx';
import { DefaultLocale } from '../locales/default-locale.tsx';
import { ItemLocaleContext, useItemLocale } from '../locales/item-locale.ts';
import { LocaleMenu } from '../locales/locale-menu.tsx';
import { useFormParts } from '../fields/form-parts.ts';
import { ArticleContext, useText } from './context.ts';
import { seoFields, textFields } from './fields/fields.ts';
import type { ArticleKind } from './kind.ts';
import { SeoPreview } from './fields/seo-preview.tsx';
import { articleService } from './service.ts';
import { Side } from './side.tsx';
import { ArticleState } from './state.tsx';
import './articles.css';

interface ArticleEditorProps {
  kind: ArticleKind;
  articleId: string;
  /** Whether it was just created; then the cursor is in its body. */
  isFresh: boolean;
  /** Whether the site is shown beside the form. */
  isLive?: boolean;
}

export function ArticleEditor(props: ArticleEditorProps) {
  const { kind, articleId, isLive = false } = props;
  const { id, locale } = useProject();
  const itemKey = [id, kind.module, articleId, ...(locale === null ? [] : [locale])].join(':');
  const { editor, error, retry } = useItemEditor(itemKey, (api) =>
    articleService(api, kind, articleId, locale),
  );
  const parts = useFormParts(textFields);
  if (error instanceof ApiError && error.code === 'unknown_locale') return <DefaultLocale />;
  if (error !== null) return <ItemError error={error} onRetry={retry} />;
  if (parts.error !== null) return <ErrorState error={parts.error} onRetry={parts.retry} />;
  if (editor === null || !parts.isReady) return <Loading rows={8} />;
  const form = <LoadedEditor key={articleId} {...props} editor={editor} />;
  if (!isLive) return form;
  const fields = [...textFields, ...kind.fields, ...seoFields];
  return (
    <LiveView editor={editor} type={kind.type} itemId={articleId} fields={fields}>
      {form}
    </LiveView>
  );
}

const views = [
  { value: 'text', label: 'Text' },
  { value: 'seo', label: 'Search and sharing' },
  { value: 'json', label: 'JSON' },
] as const;
type View = (typeof views)[number]['value'];

function LoadedEditor(props: ArticleEditorProps & { editor: ItemEditor<EditorArticle> }) {
  const { kind, articleId, isFresh, editor } = props;
  const { id: projectId } = useProject();
  const { store } = editor;
  const [view, setView] = useState<View>('text');
  const item = useDraftState(store, (state) => state.item);
  const title = useText(editor, 'title');
  const fields = useMemo(() => [...textFields, ...kind.fields, ...seoFields], [kind]);
  const context = useMemo(() => ({ kind, editor }), [kind, editor]);
  const text = useRef<HTMLDivElement>(null);
  const show = (key: string) => setView(key.startsWith('seo.') ? 'seo' : 'text');
  useShown(editor, show);
  useFirstFocus(text, isFresh);
  const itemLocale = useItemLocale(editor, fields);
  const form = (
    <EditorFrame
      editor={editor}
      fields={fields}
      title={title === '' ? 'Untitled article' : title}
      above={
        <Link to={kind.listScreen} params={{ projectId }}>
          {kind.title}
        </Link>
      }
      badge={<LocaleMenu store={store} />}
      state={<ArticleState kind={kind} fields={fields} articleId={articleId} editor={editor} />}
      side={<Side kind={kind} fields={fields} articleId={articleId} editor={editor} />}
    >
      <BesideActions store={store} fields={fields} />
      <Tabs label="View" tabs={views} value={view} onChange={setView} />
      <div className="editing-fields" ref={text} hidden={view !== 'text'}>
        {textFields.map((field) => (
          <FieldRow key={field.key} field={field} store={store} />
        ))}
      </div>
      <div className="editing-fields" hidden={view !== 'seo'}>
        <SeoPreview editor={editor} />
        {seoFields.map((field) => (
          <FieldRow key={field.key} field={field} store={store} />
        ))}
      </div>
      {view === 'json' ? <JsonView path={`/v1${kind.path}/${item.slug}`} item={item} /> : null}
    </EditorFrame>
  );
  return (
    <ArticleContext value={context}>
      <ItemLocaleContext value={itemLocale}>
        <LocaleAccess code={itemLocale?.locale.code}>{form}</LocaleAccess>
      </ItemLocaleContext>
    </ArticleContext>
  );
}

/** Switches to the view of a field that is shown or has a new error. */
function useShown({ store }: ItemEditor<EditorArticle>, show: (key: string) => void): void {
  const errors = useDraftState(store, (state) => state.errors);
  const last = useRef(errors);
  useEffect(() => {
    if (last.current === errors) return;
    const isNew = errors.size > last.current.size;
    last.current = errors;
    const [first] = errors.keys();
    if (isNew && first !== undefined && first !== '') show(first);
  }, [errors, show]);
  useEffect(() => whenFieldIsShown((key) => flushSync(() => show(key))), [show]);
}

/** Focuses the body of a new article as soon as its editor has loaded. */
function useFirstFocus(text: RefObject<HTMLElement | null>, isFresh: boolean): void {
  useEffect(() => {
    const { current } = text;
    if (!isFresh || current === null) return;
    const focus = () => {
      const body = current.querySelector<HTMLElement>('[data-field="body"] [contenteditable="true"]');
      // A user who already types elsewhere keeps the focus.
      if (body !== null && !isTyping(document.activeElement)) body.focus();
      return body !== null;
    };
    if (focus()) return;
    const watcher = new MutationObserver(() => (focus() ? watcher.disconnect() : undefined));
    watcher.observe(current, { childList: true, subtree: true });
    return () => watcher.disconnect();
  }, [isFresh, text]);
}
