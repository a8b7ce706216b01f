import { ListTree } from 'lucide-react';
import { Fragment, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { Button } from '../../components/base/button.tsx';
import { Menu, MenuItem, MenuTitle } from '../../components/overlay/menu.tsx';
import type { DraftStore } from '../editing/draft/draft-store.ts';
import { showField } from '../editing/show-field.ts';
import { useEditedForm } from './form.ts';
import { type OutlineMark, type OutlineRow, outlineRows } from './outline-rows.ts';
import { arrangeTabs } from './parts.ts';
import './outline.css';

/** Shorter forms have no outline. */
const fieldsMin = 12;
/** Typing updates the marks after this pause, because comparing long texts takes time. */
const pauseMs = 300;

const markTexts: Readonly<Record<OutlineMark, string>> = {
  error: 'has an error',
  empty: 'required, empty',
  changed: 'not published',
};

/** The groups and fields of a long form: a column on wide screens, otherwise a menu. A field is focused when chosen. */
export function FormOutline() {
  const { fields } = useEditedForm();
  return fields.length < fieldsMin ? null : <LongFormOutline />;
}

function LongFormOutline() {
  const { store, fields, groups, hidden } = useEditedForm();
  const state = useSettledState(store);
  const outline = useMemo(() => {
    const draft = {
      ...state.item.draft,
      ...Object.fromEntries(fields.map(({ key }) => [key, store.valueOf(key)])),
    };
    const { live } = state.item;
    const tabs = arrangeTabs(fields, groups);
    return outlineRows({ tabs, hidden, draft, live, errors: [...state.errors.keys()] });
  }, [state, store, fields, groups, hidden]);
  const isWide = useIsWide();
  if (isWide)
    return (
      <nav className="form-outline" aria-label="Fields">
        {outline.map(({ key, label, rows }) => (
          <Fragment key={key}>
            {label === null ? null : <h2>{label}</h2>}
            <ul>
              {rows.map((row) => (
                <li key={row.key}>
                  <button type="button" className="form-outline-row" onClick={() => showField(row.key)}>
                    <span className="form-outline-label">{row.label}</span>
                    <Marks row={row} />
                  </button>
                </li>
              ))}
            </ul>
          </Fragment>
        ))}
      </nav>
    );
  return (
    <div className="form-outline-menu">
      <Menu align="start" trigger={<Button icon={ListTree}>Go to field</Button>}>
        {outline.map(({ key, label, rows }) => (
          <Fragment key={key}>
            {label === null ? null : <MenuTitle>{label}</MenuTitle>}
            {rows.map((row) => (
              // The menu returns the focus to its button first.
              <MenuItem
                key={row.key}
                hint={<Marks row={row} />}
                onSelect={() => setTimeout(() => showField(row.key))}
              >
                {row.label}
              </MenuItem>
            ))}
          </Fragment>
        ))}
      </Menu>
    </div>
  );
}

function Marks({ row: { marks } }: { row: OutlineRow }) {
  return marks.map((mark) => (
    <span key={mark} className={`form-mark form-mark-${mark}`} title={markTexts[mark]}>
      <span className="visually-hidden">{markTexts[mark]}</span>
    </span>
  ));
}

/** The state of the draft after the last pause in typing. */
function useSettledState(store: DraftStore) {
  const [state, setState] = useState(store.state);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const update = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setState(store.state()), pauseMs);
    };
    const unsubscribe = store.subscribe(update);
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [store]);
  return state;
}

const wide = matchMedia('(width >= 1280px)');

function useIsWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      wide.addEventListener('change', listener);
      return () => wide.removeEventListener('change', listener);
    },
    () => wide.matches,
  );
}
