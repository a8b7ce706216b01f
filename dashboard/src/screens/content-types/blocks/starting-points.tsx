import { counted } from '../../../components/base/counted.ts';
import { QueryView } from '../../../components/layout/states.tsx';
import { StartingPoints } from '../starting-points.tsx';
import { useBlockTemplates } from './templates-query.ts';

/** Where the definition of a new block begins. */
export function BlockStartingPoints() {
  return (
    <QueryView query={useBlockTemplates()}>
      {({ data }) => (
        <StartingPoints
          to="/p/$projectId/content-types/blocks/new"
          empty="Empty block"
          templates={data}
          factsOf={({ fields }) => counted(fields.length, 'field')}
        />
      )}
    </QueryView>
  );
}
