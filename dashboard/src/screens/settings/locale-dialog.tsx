import { useState } from 'react';
import { localeName, parseLocaleCode } from '../../../../src/contract/locale-codes.ts';
import type { ChangedLocale } from '../../../../src/projects/locales/schema.ts';
import type { Locale } from '../../api/locales.ts';
import { useProjectMutation } from '../../api/project.ts';
import { CheckField, SelectField, TextField } from '../../components/form/field.tsx';
import { useSubmit } from '../../components/form/form.tsx';
import { FormDialog } from '../../components/overlay/form-dialog.tsx';
import { toast } from '../../components/overlay/toast.tsx';
import { suggestedFallback } from './locale-words.ts';

interface LocaleDialogProps {
  /** The locale to change; null for a new one. */
  locale: Locale | null;
  locales: readonly Locale[];
  onClose: () => void;
}

interface LocaleInput {
  code: string;
  name: string;
  /** The code of the fallback; empty for none. */
  fallback: string;
  partial: boolean;
  serves_entries: boolean;
}

const emptyInput: LocaleInput = { code: '', name: '', fallback: '', partial: false, serves_entries: false };

/** Adds a locale, or changes one. */
export function LocaleDialog({ locale, locales, onClose }: LocaleDialogProps) {
  const storedInput: LocaleInput =
    locale === null ? emptyInput : { ...locale, fallback: locale.fallback ?? '' };
  const [changes, setChanges] = useState<Partial<LocaleInput>>({});
  const input = { ...storedInput, ...changes };
  // A new locale falls back to the suggested one until the person chooses another.
  const fallback =
    locale === null && changes.fallback === undefined
      ? suggestedFallback(input.code, locales)
      : input.fallback;
  const set = (part: Partial<LocaleInput>) => setChanges((before) => ({ ...before, ...part }));
  const save = useProjectMutation(['schema', 'content'], (api, body: object) =>
    locale === null
      ? api.post<ChangedLocale>('/locales', body)
      : api.patch<ChangedLocale>(`/locales/${locale.code}`, body),
  );
  const submission = useSubmit(async () => {
    const body = bodyOf(locale === null ? { ...input, fallback } : changes);
    const { name } = (await save.mutateAsync(body)).locale;
    toast(locale === null ? `${name} added` : `${name} changed`);
    onClose();
  });
  const parsedCode = parseLocaleCode(input.code.trim());
  const defaultName = parsedCode !== null && 'code' in parsedCode ? localeName(parsedCode.code) : '';
  return (
    <FormDialog
      onClose={onClose}
      title={locale === null ? 'Add locale' : `Change ${locale.name}`}
      description={
        locale === null
          ? 'Your content stays as it is. Each text is written and published per locale.'
          : undefined
      }
      submission={submission}
      fields={['code', 'name', 'fallback']}
      action={locale === null ? 'Add locale' : 'Save locale'}
      disabled={locale === null ? input.code.trim() === '' : Object.keys(changes).length === 0}
    >
      <TextField
        label="Code"
        name="code"
        value={input.code}
        onChange={(code) => set({ code })}
        placeholder="de"
        spellCheck={false}
        autoCapitalize="off"
        help={
          locale === null
            ? 'A language such as de, with a region or script if you need one: de-AT, zh-Hant.'
            : 'The previous code keeps working for 90 days.'
        }
      />
      <TextField
        label="Name"
        name="name"
        value={input.name}
        onChange={(name) => set({ name })}
        placeholder={defaultName}
      />
      {locale?.default === true ? null : (
        <>
          <SelectField
            label="Fallback"
            name="fallback"
            value={fallback}
            onChange={(code) => set({ fallback: code })}
            help="Where a text is missing, readers see the text of this locale."
          >
            <option value="">None</option>
            {locales
              .filter(({ code, status }) => code !== locale?.code && status !== 'removing')
              .map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
          </SelectField>
          <CheckField
            label="Required fields can be empty"
            help="For a locale in which only some texts are translated."
            checked={input.partial}
            onChange={(partial) => set({ partial })}
          />
          <CheckField
            label="Show whole entries of the fallback"
            help="Your site can list entries that are not published in this locale."
            checked={input.serves_entries}
            onChange={(isServed) => set({ serves_entries: isServed })}
          />
        </>
      )}
    </FormDialog>
  );
}

/** The body of a request. The service names a new locale whose name is empty. */
function bodyOf({ code, name, fallback, partial, serves_entries }: Partial<LocaleInput>): object {
  return {
    ...(code === undefined ? {} : { code: code.trim() }),
    ...(name === undefined || name.trim() === '' ? {} : { name: name.trim() }),
    ...(fallback === undefined ? {} : { fallback: fallback === '' ? null : fallback }),
    ...(partial === undefined ? {} : { partial }),
    ...(serves_entries === undefined ? {} : { serves_entries }),
  };
}
