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
import type { Opened } from '../opened.ts';
import { useDraftState } from '../draft/use-draft.ts';
import { comparisonOf, type Other, versionBefore } from './comparison.ts';

interface VersionDifferenceProps {
  fields: readonly EditedField[];
  opened: Opened;
  /** Newest first. */
  versions: readonly Version[];
  /** When each was saved, by id. */
  times: ReadonlyMap<string, string>;
  chosen: string;
}

/** What differs between a version and the draft, what readers see, or any other version. */
export function VersionDifference({ fields, opened, versions, times, chosen }: VersionDifferenceProps) {
  const { live } = useDraftState(opened.store, ({ item }) => item);
  const [other, setOther] = useState<Other>('draft');
  const { before, after, says } = comparisonOf(versions, chosen, other);
  const first = useValuesOf(opened, before);
  const second = useValuesOf(opened, after);
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
      <QueryView query={first} loading={<Loading rows={2} />}>
        {(old) => (
          <QueryView query={second} loading={<Loading rows={2} />}>
            {(now) => {
              const found = fieldDifferences(fields, old, now, { nameOf, definitions });
              if (found.length === 0)
                return (
                  <p className="muted">
                    {other === 'draft' ? 'Same as the current draft.' : 'Both are the same.'}
                  </p>
                );
              return (
                <>
                  <p className="muted">{says}</p>
                  <DifferenceView differences={found} />
                </>
              );
            }}
          </QueryView>
        )}
      </QueryView>
    </div>
  );
}

/** The values of the draft, of what readers see, or of a version. */
function useValuesOf({ store, service }: Opened, of: Other) {
  const project = useProject();
  const { id, draft, live, revision } = useDraftState(store, ({ item }) => item);
  const isVersion = of !== 'draft' && of !== 'live';
  return useQuery<Values>({
    queryKey: projectKey(project, service.module, 'version', id, of, isVersion ? 0 : revision),
    queryFn: () => (of === 'draft' ? draft : of === 'live' ? (live ?? {}) : service.version(of)),
  });
}
