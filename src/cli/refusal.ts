import { CommanderError } from 'commander';
import { Problem, type ProblemHints } from '../contract/problem.ts';
import { asProblem } from '../platform/http/envelope.ts';
import { BadAddress } from '../platform/mongo/address.ts';
import { InvalidSettings, settingErrorText } from '../settings/setting-errors.ts';

/** A refusal about what was typed; `hints.param` names the option or variable. */
export function refusal(message: string, hints: ProblemHints = {}): Problem {
  return new Problem('invalid_parameter', message, hints);
}

/** What a thrown value means to the person who typed the command, who is the operator: no reason is kept back. */
export function asRefusal(thrown: unknown): Problem {
  if (thrown instanceof CommanderError) return badUsage(thrown);
  if (thrown instanceof InvalidSettings) return badSettings(thrown);
  if (thrown instanceof BadAddress) {
    return new Problem('temporarily_unavailable', thrown.message, { param: 'MONGODB_URI' });
  }
  const fault = asProblem(thrown);
  return fault.code === 'internal_error' && thrown instanceof Error
    ? new Problem('internal_error', thrown.message, {})
    : fault;
}

/** All faults in one message, and each by its variable in what programs read. */
function badSettings({ message, faults }: InvalidSettings): Problem {
  const each = faults.map((fault) => refusal(settingErrorText(fault), { param: fault.variable }));
  return new Problem('invalid_parameter', message, { ...each[0]?.hints }, each.length > 1 ? each : []);
}

function badUsage({ code, message }: CommanderError): Problem {
  if (code === 'commander.help') return refusal('Name a command. `galley --help` lists them.');
  const text = message.replace(/^error: /, '').replace(/\s+/g, ' ');
  const sentence = `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  const isUnknown = code === 'commander.unknownOption' || code === 'commander.unknownCommand';
  return new Problem(isUnknown ? 'unknown_parameter' : 'invalid_parameter', sentence, {});
}
