import { createContext, type RefObject, useContext } from 'react';
import type { ItemEditor } from '../item-editor.ts';
import type { NewAnchor } from './context.ts';
import type { ItemThreads, ThreadState } from './use-threads.ts';

/** The state of the comments panel. */
export interface PanelState {
  editor: ItemEditor;
  /** The state of the threads that the panel lists. */
  threadState: ThreadState;
  setThreadState: (state: ThreadState) => void;
  /** What the form for a new thread is about; null while it is closed. */
  newAnchor: NewAnchor | null;
  /** Opens the form. */
  start: (anchor: NewAnchor) => void;
  /** Changes what the open form is about. */
  setAnchor: (anchor: NewAnchor) => void;
  close: () => void;
  /** The element that had the focus before the form opened. */
  previousFocus: RefObject<Element | null>;
  /** The thread that takes the focus. */
  shownThread: { id: string } | null;
  /** The threads that the panel lists. */
  current: ItemThreads;
}

export const PanelContext = createContext<PanelState | null>(null);

export function usePanel(): PanelState {
  const panel = useContext(PanelContext);
  if (panel === null) throw new Error('usePanel needs a CommentsProvider.');
  return panel;
}
