import { connectPreview } from './connection.ts';

/* The script at `/client/preview.js`. It connects to the origin that it was loaded from. */
const script = document.currentScript;
if (script instanceof HTMLScriptElement && script.src !== '') {
  const { renew } = script.dataset;
  connectPreview({ dashboard: new URL(script.src).origin, renew });
}
