import { useContext, useState } from 'react';
import { ApiError } from '../../api/errors/api-error.ts';
import { localeQuery } from '../../api/locales.ts';
import { type Module, type ProjectApi, useProjectApi, useRefresh } from '../../api/project.ts';
import { ownTerm, type Term, type TermLocale, TermLocaleContext } from './term-locale.ts';

export type { Term };

/** The value of every form; other fields depend on the kind. */
export interface TermValues {
  name: string;
}

/** The differences between the kinds of terms. */
export interface TermKind<Stored extends Term, Form extends TermValues> {
  /** The path of the API: `/v1/authors`. */
  path: string;
  module: Module;
  /** The key of the name in the API. */
  nameKey: 'name' | 'title';
  /** The other parameters of errors that belong to the form. */
  fields: (values: Form) => readonly string[];
  /** The form values of a term, or of a new one. */
  formOf: (stored: Stored | null) => Form;
  /** The body of a write that changes these keys. */
  bodyOf: (changes: Partial<Form>) => object;
  /** The name of a key in a sentence: `job_title` is "job title". */
  labels: Readonly<Record<keyof Form & string, string>>;
}

/** The state of the form of a term. */
export interface TermForm<Stored extends Term, Form extends TermValues> {
  kind: Pick<TermKind<Stored, Form>, 'path' | 'module' | 'nameKey' | 'fields'>;
  /** Null for a new term. */
  stored: Stored | null;
  values: Form;
  set: (part: Partial<Form>) => void;
  isChanged: boolean;
  /** The stored name; null for a new term. */
  name: string | null;
  /** Saves the changes and returns the stored name. */
  save: () => Promise<string>;
}

/** Someone else changed the same field. A second save overwrites it. */
class SaveConflict extends Error {
  override readonly name = 'SaveConflict';
}

/**
 * The form of a term. It shows changes of others until something is changed here. After that, a save merges with them
 * field by field, and reports fields that both changed.
 */
export function useTermForm<Stored extends Term, Form extends TermValues>(
  kind: TermKind<Stored, Form>,
  stored: Stored | null,
): TermForm<Stored, Form> {
  const api = useProjectApi();
  const refresh = useRefresh();
  const termLocale = useContext(TermLocaleContext);
  const query = localeQuery(termLocale?.locale ?? null);
  const [base, setBase] = useState(stored);
  const [values, setValues] = useState(() => kind.formOf(stored));
  const changes = changesOf(kind.formOf(base), values);
  const isChanged = Object.keys(changes).length > 0;
  if (stored !== null && stored.revision !== base?.revision && !isChanged) {
    setBase(stored);
    setValues(kind.formOf(stored));
  }

  const send = (formChanges: Partial<Form>, storedTerm: Stored | null): Promise<Stored> =>
    storedTerm === null
      ? api.post<Stored>(kind.path, kind.bodyOf(formChanges))
      : api.patch<Stored>(`${kind.path}/${storedTerm.id}`, kind.bodyOf(formChanges), {
          ifMatch: `"${storedTerm.revision}"`,
          query,
        });

  const save = async (): Promise<string> => {
    const savedTerm = await send(changes, base).catch(async (error: unknown) => {
      const isStale = error instanceof ApiError && error.code === 'revision_conflict';
      if (base === null || !isStale) throw error;
      const theirs = await readTerm<Stored>(api, `${kind.path}/${base.id}`, termLocale);
      const conflictingKeys = Object.keys(changesOf(kind.formOf(base), kind.formOf(theirs))).filter(
        (key) => key in changes,
      ) as (keyof Form & string)[];
      if (conflictingKeys.length === 0) return send(changes, theirs);
      setBase(theirs);
      const fields = conflictingKeys.map((key) => kind.labels[key]).join(', ');
      throw new SaveConflict(
        `Someone else changed this in the meantime: ${fields}. Save again to overwrite their changes, or close to keep them.`,
      );
    });
    setBase(savedTerm);
    setValues(kind.formOf(savedTerm));
    void refresh(kind.module);
    return kind.formOf(savedTerm).name;
  };

  return {
    kind,
    stored,
    name: stored === null ? null : kind.formOf(stored).name,
    values,
    set: (part) => setValues((before) => ({ ...before, ...part })),
    isChanged,
    save,
  };
}

/** A term with its own texts in a locale. */
async function readTerm<Stored extends Term>(
  api: ProjectApi,
  path: string,
  termLocale: TermLocale | null,
): Promise<Stored> {
  const { locale = null, source = null } = termLocale ?? {};
  const stored = await api.get<Stored>(path, localeQuery(locale));
  return ownTerm(stored, source === null ? null : await api.get<Stored>(path, localeQuery(source)));
}

/** The changed values of a form. Both objects have the same key order. */
function changesOf<Form extends object>(before: Form, after: Form): Partial<Form> {
  const changedKeys = (Object.keys(after) as (keyof Form)[]).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
  return Object.fromEntries(changedKeys.map((key) => [key, after[key]])) as Partial<Form>;
}
