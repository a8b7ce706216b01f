import { next } from './support/frameworks.ts';
import { testSite } from './support/steps.ts';

testSite(next);
