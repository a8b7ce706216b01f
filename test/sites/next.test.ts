import { next } from './support/frameworks.ts';
import { holdsSite } from './support/steps.ts';

holdsSite(next);
