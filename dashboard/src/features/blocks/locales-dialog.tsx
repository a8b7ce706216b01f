import { useState } from 'react';
import { useWritableLocales } from '../../api/locales.ts';
import { useProject } from '../../api/project.ts';
import { CheckField } from '../../components/form/field.tsx';
import { useSubmit } from '../../components/form/form.tsx';
import { FormDialog } from '../../components/overlay/form-dialog.tsx';
import { useMay } from '../access/may.ts';
import { useBlocks } from './context.ts';
import { blockName } from './outline/definitions.ts';
import { useLocaleNames } from './row/locale-label.tsx';

/** Selects the languages whose readers see a block. Members who can't change shared values only view them. */
export function LocalesDialog({ id }: { id: string }) {
  const { actions, definitions, openDialog } = useBlocks();
  const { grant } = useProject();
  const mayDraft = useMay('draft');
  const locales = useWritableLocales();
  const namesOf = useLocaleNames();
  const item = actions.find(id)?.item;
  const [chosenIds, setChosenIds] = useState<readonly string[] | null>(item?.onlyLocales ?? null);
  const close = () => openDialog(null);
  const name = blockName(definitions, item?.block ?? '');
  const ids =
    chosenIds === null ? null : locales.flatMap((one) => (chosenIds.includes(one.id) ? [one.id] : []));
  const submission = useSubmit(() => {
    const languages = ids === null ? 'all languages' : namesOf(ids);
    actions.setLocales(id, ids, `${name} is shown in ${languages}`);
    close();
    return Promise.resolve();
  });
  if (item === undefined) return null;
  const isReadOnly = !mayDraft || grant?.locales !== undefined;
  return (
    <FormDialog
      title={`Languages of ${name}`}
      description={
        isReadOnly
          ? 'View only: a change would apply to all languages.'
          : 'Readers of other languages don’t see this block.'
      }
      size="small"
      submission={submission}
      fields={[]}
      action={isReadOnly ? null : 'Done'}
      disabled={ids?.length === 0}
      onClose={close}
    >
      <fieldset className="choices" disabled={isReadOnly}>
        <legend className="visually-hidden">Readers who see the block</legend>
        <CheckField
          type="radio"
          name="block-languages"
          label="All languages"
          checked={ids === null}
          onChange={() => setChosenIds(null)}
        />
        <CheckField
          type="radio"
          name="block-languages"
          label="Chosen languages"
          checked={ids !== null}
          onChange={() => setChosenIds([])}
        />
      </fieldset>
      {ids === null ? null : (
        <fieldset className="choices choices-in" disabled={isReadOnly}>
          <legend>Languages</legend>
          {locales.map((locale) => (
            <CheckField
              key={locale.id}
              label={<bdi>{locale.name}</bdi>}
              checked={ids.includes(locale.id)}
              onChange={(isChosen) =>
                setChosenIds(isChosen ? [...ids, locale.id] : ids.filter((one) => one !== locale.id))
              }
            />
          ))}
        </fieldset>
      )}
    </FormDialog>
  );
}
