export { describeProject } from './describe.ts';
