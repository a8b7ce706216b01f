/// <reference types="astro/client" />

type SiteLocals = import('galley-astro').GalleyLocals<import('./lib/types').SiteTypes>;

declare namespace App {
  interface Locals extends SiteLocals {}
}
