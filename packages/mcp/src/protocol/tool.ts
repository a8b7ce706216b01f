import type { Static, TObject } from '@sinclair/typebox';
import { type Grant, may, type Permission } from '../../../contract/access.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import type { Ask, Json } from '../api.ts';
import type { Confirmations, Target } from '../confirmation.ts';

/** What a tool may use: the API as the caller, and confirmations. It has no access to service functions. */
export interface ToolCall {
  ask: Ask;
  keyId: string;
  grant: Grant | null;
  confirmations: Confirmations;
}

interface ToolSpec<I extends TObject> {
  name: string;
  /** Whether it only reads; publishable keys are offered these alone. */
  isReading: boolean;
  /** What a narrowed key needs to be offered it; absent for what every key may. */
  needs?: Permission;
  /** Whether it can take something away. */
  isDestructive?: boolean;
  /** Shown to the model: loose, closed, without references. The API checks strictly. */
  input: I;
  run: (call: ToolCall, args: Static<I>) => Promise<Json>;
}

/** A tool as the door sees it, its arguments checked already. */
export type Tool = Omit<ToolSpec<TObject>, 'run'> & { run(call: ToolCall, args: unknown): Promise<Json> };

/** Declares a tool. */
export function tool<const I extends TObject>(spec: ToolSpec<I>): Tool {
  return spec; // the door hands `run` what the schema has checked
}

/** What a call would do, told before it is done. */
export interface Intention {
  would: object;
  targets: readonly Target[];
}

/** A call of a tool whose arguments may carry a confirmation. */
interface Asked {
  tool: string;
  args: { confirm?: string };
}

/** The answer of the first call: what would happen, and what the second call has to carry. */
export function toConfirm(
  { keyId, confirmations }: ToolCall,
  { tool, args }: Asked,
  { would, targets }: Intention,
): Json {
  const { confirm: _none, ...rest } = args;
  return {
    done: false,
    would,
    ...confirmations.make({ keyId, tool, args: rest }, targets),
    next: 'Nothing was changed yet. If this is what was asked for, call again with the same arguments and this "confirm".',
  };
}

/** Rejects a call before it gets a confirmation for what its key can't do. @throws scope_required */
export function requirePermission({ grant }: ToolCall, permission: Permission): void {
  if (!may(grant, permission))
    throw apiError('scope_required', { required: permission }, { required: permission });
}

/** The targets of the second call; null on the first. @throws invalid_parameter */
export function confirmedTargets({ keyId, confirmations }: ToolCall, { tool, args }: Asked): Target[] | null {
  const { confirm, ...rest } = args;
  return confirm === undefined ? null : confirmations.read({ keyId, tool, args: rest }, confirm);
}
