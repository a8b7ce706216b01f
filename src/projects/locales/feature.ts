import type { Feature } from '../../core/context/index.ts';
import { localeRoutes, localeScreenRoutes } from './routes.ts';
import { sweepLocales, sweptProjectRows } from './sweep.ts';

export const localesFeature: Feature = {
  name: 'locales',
  routes: localeRoutes,
  dashboardRoutes: localeScreenRoutes,
  jobs: ({ system, clock, localeSweeps: sweeps }) => [
    {
      name: 'locales.sweep',
      everySeconds: 60,
      dueRows: sweptProjectRows,
      run: () => sweepLocales(system, { now: clock.now(), sweeps }),
    },
  ],
};
