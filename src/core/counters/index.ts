export { networkOf, visitorAddress, visitorNetwork } from './address.ts';
export { Counter, counterOf, type CounterOptions, counterRows, type Point } from './counter.ts';
