import { useState } from 'react';
import { ApiError } from '../../api/errors/api-error.ts';
import { type Module, useProjectApi, useRefresh } from '../../api/project.ts';
import { changesOf } from './changes.ts';

/** Anything that is stored under a name: an author, a category, a collection, a section. */
export interface Term {
  id: string;
  revision: number;
}

/** Every form has the name; the other fields are those of its kind. */
export interface TermValues {
  name: string;
}

/** What differs between the kinds of named things. */
export interface TermKind<Stored extends Term, Form extends TermValues> {
  /** Where they are written: `/v1/authors`. */
  path: string;
  module: Module;
  /** How the API calls the name. */
  nameKey: 'name' | 'title';
  /** The other names by which the service reports errors of a form. */
  fields: (values: Form) => readonly string[];
  /** What the form shows of one, or of a new one. */
  formOf: (stored: Stored | null) => Form;
  /** The body of a write that changes these keys. */
  bodyOf: (changes: Partial<Form>) => object;
  /** How a key is called in a sentence: `job_title` is "job title". */
  labels: Readonly<Record<keyof Form & string, string>>;
}

/** What is being written of one named thing. */
export interface TermForm<Stored extends Term, Form extends TermValues> {
  kind: Pick<TermKind<Stored, Form>, 'path' | 'module' | 'nameKey' | 'fields'>;
  /** Null for a new one. */
  stored: Stored | null;
  values: Form;
  set: (part: Partial<Form>) => void;
  isChanged: boolean;
  /** The name that is stored; null for a new one. */
  name: string | null;
  /** Saves what was changed, and answers the name that is stored then. */
  save: () => Promise<string>;
}

/** Another person changed the same field; a second save puts ours in its place. */
class Clash extends Error {
  override readonly name = 'Clash';
}

/**
 * The form of one named thing. What others save meanwhile appears in it as long as nothing was typed; afterwards a save
 * merges with theirs, field by field, and says so where both changed one.
 */
export function useTermForm<Stored extends Term, Form extends TermValues>(
  kind: TermKind<Stored, Form>,
  stored: Stored | null,
): TermForm<Stored, Form> {
  const api = useProjectApi();
  const refresh = useRefresh();
  const [base, setBase] = useState(stored);
  const [values, setValues] = useState(() => kind.formOf(stored));
  const changes = changesOf(kind.formOf(base), values);
  const isChanged = Object.keys(changes).length > 0;
  if (stored !== null && stored.revision !== base?.revision && !isChanged) {
    setBase(stored);
    setValues(kind.formOf(stored));
  }

  const send = (changed: Partial<Form>, onto: Stored | null): Promise<Stored> =>
    onto === null
      ? api.post<Stored>(kind.path, kind.bodyOf(changed))
      : api.patch<Stored>(`${kind.path}/${onto.id}`, kind.bodyOf(changed), {
          ifMatch: `"${onto.revision}"`,
        });

  const save = async (): Promise<string> => {
    const saved = await send(changes, base).catch(async (error: unknown) => {
      const isStale = error instanceof ApiError && error.code === 'revision_conflict';
      if (base === null || !isStale) throw error;
      const theirs = await api.get<Stored>(`${kind.path}/${base.id}`);
      const both = Object.keys(changesOf(kind.formOf(base), kind.formOf(theirs))).filter(
        (key) => key in changes,
      ) as (keyof Form & string)[];
      if (both.length === 0) return send(changes, theirs);
      setBase(theirs);
      const fields = both.map((key) => kind.labels[key]).join(', ');
      throw new Clash(
        `Someone else changed this in the meantime: ${fields}. Save again to overwrite their changes, or close to keep them.`,
      );
    });
    setBase(saved);
    setValues(kind.formOf(saved));
    void refresh(kind.module);
    return kind.formOf(saved).name;
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
