import { CheckField } from '../../components/form/field.tsx';
import { counted } from '../../components/base/counted.ts';
import { exactTime } from '../../components/base/time.tsx';
import { localeStateWord } from './locale-state.tsx';
import type { LocalesToPublish, PublishedLocale } from './publish-locales.ts';
import './locales.css';

/** The locales that are published together, and the switch for shared changes. */
export function LocaleRows({ publishing }: { publishing: LocalesToPublish }) {
  const { rows, toggle, shared, publishesShared, setPublishesShared } = publishing;
  if (rows.length < 2) return null;
  return (
    <section className="locale-rows" aria-label="Languages">
      {rows.map((row) => (
        <CheckField
          key={row.locale.id}
          label={<bdi>{row.locale.name}</bdi>}
          help={factsOf(row)}
          checked={row.isChosen}
          disabled={!row.isOffered}
          onChange={() => toggle(row.locale.code)}
        />
      ))}
      {shared === null ? null : (
        <CheckField
          label={`Shared changes go live in ${joined(shared.names)}: ${shared.labels.join(', ')}`}
          checked={publishesShared}
          onChange={setPublishesShared}
        />
      )}
    </section>
  );
}

/** The state, the dates, the changes and the errors of a locale. */
function factsOf({ state, changes, missing, isChosen }: PublishedLocale): string {
  const { scheduled_for: start, unpublish_at: end } = state;
  return [
    localeStateWord(state),
    ...(start === null ? [] : [`starts ${exactTime(new Date(start))}`]),
    ...(end === undefined ? [] : [`ends ${exactTime(new Date(end))}`]),
    ...(changes === undefined || changes === 0 ? [] : [counted(changes, 'changed field')]),
    ...(isChosen ? missing.map((label) => `${label} is empty`) : []),
  ].join(' · ');
}

function joined(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}
