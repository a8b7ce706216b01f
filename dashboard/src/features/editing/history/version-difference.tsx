import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Version } from '../../../../../src/lifecycle/versions/schema.ts';
import { projectKey, useProject } from '../../../api/project.ts';
import { SelectField } from '../../../components/form/field.tsx';
import { Loading, QueryView } from '../../../components/layout/states.tsx';
import { useDefinitions } from '../../blocks/outline/definitions.ts';
import { useFieldHost } from '../../fields/context.ts';
import { DifferenceView } from '../difference/difference-view.tsx';
import { fieldDifferences } from '../difference/field-difference.ts';
import type { EditedField } from '../item.ts';
import type { Values } from '../conflict/merge.ts';
import type { ItemEditor } from '../item-editor.ts';
import { useDraftState } from '../draft/use-draft.ts';
import { comparisonOf, type ComparedState, versionBefore } from './comparison.ts';

interface VersionDifferenceProps {
  fields: readonly EditedField[];
  editor: ItemEditor;
  versions: readonly Version[];
  /** The date of each version, by id. */
  times: ReadonlyMap<string, string>;
  chosen: string;
}

/** Compares a version with the draft, the live version or another version. */
export function VersionDifference({ fields, editor, versions, times, chosen }: VersionDifferenceProps) {
  const { live } = useDraftState(editor.store, ({ item }) => item);
  const [other, setOther] = useState<ComparedState>('draft');
  const { before, after, description } = comparisonOf(versions, chosen, other);
  const firstQuery = useValuesOf(editor, before);
  const secondQuery = useValuesOf(editor, after);
  const previous = versionBefore(versions, chosen);
  const { targets } = useFieldHost();
  const definitions = useDefinitions(fields) ?? undefined;
  const nameOf = (id: string) => targets[id]?.title ?? id;
  return (
    <div className="version-difference">
      <SelectField label="Compare with" value={other} onChange={setOther}>
        <option value="draft">The current draft</option>
        {live === null ? null : <option value="live">What readers see</option>}
        {previous === undefined ? null : <option value={previous.id}>The version before</option>}
        {versions
          .filter(({ id }) => id !== chosen && id !== previous?.id)
          .map(({ id, author }) => (
            <option key={id} value={id}>
              {times.get(id)}, {author?.name ?? 'System'}
            </option>
          ))}
      </SelectField>
      <QueryView query={firstQuery} loading={<Loading rows={2} />}>
        {(valuesBefore) => (
          <QueryView query={secondQuery} loading={<Loading rows={2} />}>
            {(valuesAfter) => {
              const differences = fieldDifferences(fields, valuesBefore, valuesAfter, {
                nameOf,
                definitions,
              });
              if (differences.length === 0)
                return (
                  <p className="muted">
                    {other === 'draft' ? 'Same as the current draft.' : 'Both are the same.'}
                  </p>
                );
              return (
                <>
                  <p className="muted">{description}</p>
                  <DifferenceView differences={differences} />
                </>
              );
            }}
          </QueryView>
        )}
      </QueryView>
    </div>
  );
}

/** The values of the draft, the live version or a saved version. */
function useValuesOf({ store, service }: ItemEditor, state: ComparedState) {
  const project = useProject();
  const { id, draft, live, revision } = useDraftState(store, ({ item }) => item);
  const isVersion = state !== 'draft' && state !== 'live';
  return useQuery<Values>({
    queryKey: projectKey(project, service.module, 'version', id, state, isVersion ? 0 : revision),
    queryFn: () => (state === 'draft' ? draft : state === 'live' ? (live ?? {}) : service.version(state)),
  });
}
