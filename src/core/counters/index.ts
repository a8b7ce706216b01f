export { networkOf, visitorAddress, visitorNetwork } from './address.ts';
export {
  type AttemptLimit,
  finishAttempt,
  rememberedRejection,
  returnAttempt,
  takeAttempt,
  type TakenAttempt,
} from './attempt-limit.ts';
export { type CounterState, rateCounters, type Reservation, SharedCounters } from './counters.ts';
export { MemberCounters, type MemberState } from './member-counters.ts';
