import { QueryView } from '../../../components/layout/states.tsx';
import { StartingPoints } from '../starting-points.tsx';
import { useTemplates } from '../templates-query.ts';

/** Where a new type begins. */
export function TypeStartingPoints() {
  return (
    <QueryView query={useTemplates()}>
      {({ data }) => (
        <StartingPoints
          to="/p/$projectId/content-types/new"
          empty="Empty type"
          templates={data}
          factsOf={({ kind, fields }) =>
            `${kind === 'collection' ? 'Collection' : 'Single'}, ${fields.length} fields`
          }
        />
      )}
    </QueryView>
  );
}
