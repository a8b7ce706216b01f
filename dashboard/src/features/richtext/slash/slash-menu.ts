import { type Editor, Extension, type Range } from '@tiptap/core';
import { Suggestion, type SuggestionProps } from '@tiptap/suggestion';
import {
  Code,
  Heading1,
  Heading2,
  Heading3,
  Heading4,
  ImagePlus,
  Info,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Minus,
  Pilcrow,
  Quote,
  Table,
} from 'lucide-react';
import type { EditorDialog } from '../asking.ts';
import { isComposing } from '../../../components/keyboard/composing.ts';
import type { SlashItem, SlashStore } from './slash-store.ts';
import { insertTable, setCallout } from '../commands.ts';

const heading = (level: 1 | 2 | 3 | 4, icon: LucideIcon): SlashItem => ({
  label: `Heading ${level}`,
  keywords: `h${level} title`,
  icon,
  run: (editor) => editor.chain().focus().setNode('heading', { level }).run(),
});

const callout = (tone: string, keywords: string): SlashItem => ({
  label: `Callout: ${tone}`,
  keywords: `${keywords} note box`,
  icon: Info,
  run: (editor) => setCallout(editor, tone),
});

export const slashItems: readonly SlashItem[] = [
  {
    label: 'Text',
    keywords: 'paragraph plain',
    icon: Pilcrow,
    run: (editor) => editor.chain().focus().setParagraph().run(),
  },
  heading(1, Heading1),
  heading(2, Heading2),
  heading(3, Heading3),
  heading(4, Heading4),
  {
    label: 'Bullet list',
    keywords: 'ul unordered',
    icon: List,
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    label: 'Numbered list',
    keywords: 'ol ordered',
    icon: ListOrdered,
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    label: 'Quote',
    keywords: 'blockquote citation',
    icon: Quote,
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
  {
    label: 'Code block',
    keywords: 'pre program',
    icon: Code,
    run: (editor) => editor.chain().focus().toggleCodeBlock().run(),
  },
  { label: 'Table', keywords: 'rows columns grid', icon: Table, run: (editor) => insertTable(editor) },
  {
    label: 'Image',
    keywords: 'image photo',
    icon: ImagePlus,
    run: (_editor, openDialog) => openDialog('image'),
  },
  callout('info', 'blue'),
  callout('success', 'green tip'),
  callout('warning', 'yellow'),
  callout('danger', 'red'),
  {
    label: 'Link to content',
    keywords: 'internal reference entry article',
    icon: Link,
    run: (_editor, openDialog) => openDialog('link'),
  },
  {
    label: 'Divider',
    keywords: 'line rule hr',
    icon: Minus,
    run: (editor) => editor.chain().focus().setHorizontalRule().run(),
  },
];

function matchItems(query: string): SlashItem[] {
  const words = query.toLowerCase();
  return slashItems.filter(({ label, keywords }) => `${label} ${keywords}`.toLowerCase().includes(words));
}

/** The menu that "/" opens at the start of a word, and mod+K for links. */
export function slashMenu(store: SlashStore, openDialog: (dialog: EditorDialog) => void) {
  const show = ({ items, command, clientRect }: SuggestionProps<SlashItem>): void => {
    const rect = clientRect?.();
    if (items.length === 0 || rect == null) return store.set(null);
    const active = Math.min(store.state()?.active ?? 0, items.length - 1);
    const { left } = rect;
    const isBelow = window.innerHeight - rect.bottom > 320 || rect.top < 320;
    const position = isBelow
      ? { left, top: rect.bottom + 4 }
      : { left, bottom: window.innerHeight - rect.top + 4 };
    store.set({ items, active, position, choose: (item) => command(item) });
  };
  return Extension.create({
    name: 'slashMenu',
    addKeyboardShortcuts: () => ({
      'Mod-k': () => {
        openDialog('link');
        return true;
      },
    }),
    addProseMirrorPlugins() {
      return [
        Suggestion<SlashItem>({
          editor: this.editor,
          char: '/',
          allow: ({ editor }) => !editor.isActive('codeBlock') && !editor.isActive('code'),
          items: ({ query }) => matchItems(query),
          command({ editor, range, props }: { editor: Editor; range: Range; props: SlashItem }) {
            editor.chain().focus().deleteRange(range).run();
            props.run(editor, openDialog);
          },
          render: () => ({
            onStart: show,
            onUpdate: show,
            onExit: () => store.set(null),
            onKeyDown: ({ event }) => {
              if (isComposing(event)) return false;
              if (event.key === 'Escape') store.set(null);
              return store.handleKey(event.key);
            },
          }),
        }),
      ];
    },
  });
}
