/// <reference types="astro/client" />

type SiteLocals = import('galley-astro').GalleyLocals<import('./content-types').ContentTypes>;

declare namespace App {
  interface Locals extends SiteLocals {
    language: import('./lib/languages').Language;
  }
}

/* Used by `npm run check`. Editors with Astro support read the types from the components. */
declare module '*.astro' {
  const component: import('astro/runtime/server/index.js').AstroComponentFactory;
  export default component;
}
