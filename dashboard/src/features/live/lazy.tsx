import { lazy, Suspense } from 'react';
import { Loading } from '../../components/layout/states.tsx';
import type { LiveViewProps } from './live-view.tsx';

const LoadedView = lazy(async () => ({ default: (await import('./live-view.tsx')).LiveView }));

/** The live preview, loaded when it is opened. */
export function LiveView(props: LiveViewProps) {
  return (
    <Suspense fallback={<Loading rows={8} />}>
      <LoadedView {...props} />
    </Suspense>
  );
}
