import { CommanderError } from 'commander';
import { BadVariable } from '../config.ts';
import { Problem, type ProblemHints } from '../contract/problem.ts';
import { asProblem } from '../platform/http/envelope.ts';
import { BadAddress } from '../platform/mongo/connect.ts';

/** A refusal about what was typed; `hints.param` names the option or variable. */
export function refusal(message: string, hints: ProblemHints = {}): Problem {
  return new Problem('invalid_parameter', message, hints);
}

/** What a thrown value means to whoever typed the command. The user is the operator: no reason is kept back. */
export function asRefusal(thrown: unknown): Problem {
  if (thrown instanceof CommanderError) return badUsage(thrown);
  if (thrown instanceof BadVariable) return refusal(thrown.message, { param: thrown.variable });
  if (thrown instanceof BadAddress) {
    return new Problem('temporarily_unavailable', thrown.message, { param: 'MONGODB_URI' });
  }
  const fault = asProblem(thrown);
  return fault.code === 'internal_error' && thrown instanceof Error
    ? new Problem('internal_error', thrown.message, {})
    : fault;
}

function badUsage({ code, message }: CommanderError): Problem {
  if (code === 'commander.help') return refusal('Name a command. `galley --help` lists them.');
  const text = message.replace(/^error: /, '').replace(/\s+/g, ' ');
  const sentence = `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  const isUnknown = code === 'commander.unknownOption' || code === 'commander.unknownCommand';
  return new Problem(isUnknown ? 'unknown_parameter' : 'invalid_parameter', sentence, {});
}
