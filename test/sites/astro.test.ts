import { astro } from './support/frameworks.ts';
import { holdsSite } from './support/steps.ts';

holdsSite(astro);
