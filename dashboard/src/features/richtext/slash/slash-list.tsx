import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { SlashStore } from './slash-store.ts';

/** The menu after "/". The text keeps the focus; arrow keys and Enter pick an item. */
export function SlashList({ store }: { store: SlashStore }) {
  const state = useSyncExternalStore(store.subscribe, store.state);
  const list = useRef<HTMLUListElement>(null);
  const active = state?.active ?? 0;
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active, state?.items]);
  if (state === null) return null;
  return (
    <ul ref={list} className="slash-list" role="listbox" aria-label="Insert" style={state.position}>
      {state.items.map((item, index) => (
        <li
          key={item.label}
          role="option"
          aria-selected={index === state.active}
          className="slash-item"
          onMouseDown={(event) => {
            event.preventDefault();
            state.choose(item);
          }}
        >
          <item.icon size={16} aria-hidden />
          {item.label}
        </li>
      ))}
    </ul>
  );
}
