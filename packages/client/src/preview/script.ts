import { connectPreview } from './connection.ts';
import { refreshWithRouter } from './refresh-router.ts';

/*
 * The script at `/client/preview.js`. It connects to the origin that it was loaded from. Pages with `data-render` belong to
 * a router, which refreshes them.
 */
const script = document.currentScript;
if (script instanceof HTMLScriptElement && script.src !== '') {
  const { renew, render } = script.dataset;
  const refresh = render === undefined ? undefined : refreshWithRouter;
  connectPreview({ dashboard: new URL(script.src).origin, renew, refresh });
}
