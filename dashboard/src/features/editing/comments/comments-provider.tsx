import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { MessageSquarePlus, MessageSquareQuote } from 'lucide-react';
import { useActions } from '../../../components/keyboard/actions.ts';
import { toast } from '../../../components/overlay/toast.tsx';
import type { ItemEditor } from '../item-editor.ts';
import {
  CommentsContext,
  type CommentsHost,
  type NewAnchor,
  partKey,
  type Quote,
  wholeItem,
} from './context.ts';
import { PanelContext, type PanelState } from './panel-context.ts';
import { selectedPassage } from './selection.ts';
import { type ThreadState, useThreads } from './use-threads.ts';

interface CommentsProviderProps {
  editor: ItemEditor;
  children: ReactNode;
}

/** Reads the comments of the item for its fields, its blocks and the panel. */
export function CommentsProvider({ editor, children }: CommentsProviderProps) {
  const [threadState, setThreadState] = useState<ThreadState>('open');
  const [newAnchor, setNewAnchor] = useState<NewAnchor | null>(null);
  const previousFocus = useRef<Element | null>(null);
  const start = useCallback((anchor: NewAnchor) => {
    previousFocus.current = document.activeElement;
    setNewAnchor(anchor);
  }, []);
  const [shownThread, setShownThread] = useState(threadInUrl);
  const openThreads = useThreads(editor, 'open');
  const resolvedThreads = useThreads(editor, 'resolved', threadState === 'resolved');
  const { list, itemId } = openThreads.threads;
  const threadsByPart = useMemo(
    () => Map.groupBy(list, ({ anchor }) => (anchor === null ? '' : partKeyOf(anchor))),
    [list],
  );
  const latestThreads = useRef(threadsByPart);
  useEffect(() => {
    latestThreads.current = threadsByPart;
  }, [threadsByPart]);
  const host = useMemo((): CommentsHost | null => {
    if (itemId === '') return null;
    const at = (part: Parameters<typeof partKey>[0]) => threadsByPart.get(partKey(part)) ?? [];
    return {
      countAt: (part) => at(part).length,
      quotesAt: (part) => [
        ...at(part).flatMap(({ anchor }): Quote[] => (anchor?.quote ? [anchor.quote] : [])),
        ...(newAnchor?.quote && partKey(newAnchor.part) === partKey(part) ? [newAnchor.quote] : []),
      ],
      start,
      startOnSelection: () => {
        const passage = selectedPassage();
        if (passage === null) toast('Select text in a field first');
        else start(passage);
      },
      show: (part) => {
        const [first] = latestThreads.current.get(partKey(part)) ?? [];
        if (first === undefined) return;
        setThreadState('open');
        setShownThread({ id: first.id });
      },
    };
  }, [itemId, threadsByPart, newAnchor, start]);
  const panel: PanelState = {
    editor,
    threadState,
    setThreadState,
    newAnchor,
    start,
    setAnchor: setNewAnchor,
    close: () => setNewAnchor(null),
    previousFocus,
    shownThread,
    current: threadState === 'open' ? openThreads : resolvedThreads,
  };
  useCommentActions(editor, host);
  return (
    <CommentsContext value={host}>
      <PanelContext value={panel}>{children}</PanelContext>
    </CommentsContext>
  );
}

/** The thread in the hash of the URL, which links in notifications set. */
function threadInUrl(): { id: string } | null {
  const [, id] = /^#thread-(\w+)$/.exec(window.location.hash) ?? [];
  return id === undefined ? null : { id };
}

function partKeyOf({ field, block_id }: { field: string | null; block_id: string | null }): string {
  return partKey({ field, blockId: block_id });
}

function useCommentActions({ service }: ItemEditor, host: CommentsHost | null): void {
  const group = `This ${service.noun}`;
  useActions(
    host === null
      ? []
      : [
          {
            id: 'comment',
            label: 'Comment…',
            group,
            icon: MessageSquarePlus,
            run: () => host.start(wholeItem),
          },
          {
            id: 'comment-selection',
            label: 'Comment on the selected text…',
            group,
            icon: MessageSquareQuote,
            keys: 'mod+alt+m',
            onlyKeys: true, // the palette takes the selection away
            run: host.startOnSelection,
          },
        ],
  );
}
