/// <reference types="astro/client" />

type SiteLocals = import('galley-astro').GalleyLocals<import('./content-types').ContentTypes>;

declare namespace App {
  interface Locals extends SiteLocals {}
}

/* For `npm run check`; editors that know Astro look into the components themselves. */
declare module '*.astro' {
  const component: import('astro/runtime/server/index.js').AstroComponentFactory;
  export default component;
}
