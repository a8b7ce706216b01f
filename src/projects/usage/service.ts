export { setUsage } from '../repository.ts';
