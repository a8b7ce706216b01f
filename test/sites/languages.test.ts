import { astro, next } from './support/frameworks.ts';
import { holdsLanguages } from './support/languages.ts';

for (const framework of [astro, next]) holdsLanguages(framework);
