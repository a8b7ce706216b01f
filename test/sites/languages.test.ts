import { astro, next } from './support/frameworks.ts';
import { testLanguages } from './support/languages.ts';

for (const framework of [astro, next]) testLanguages(framework);
