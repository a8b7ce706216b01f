import type { Static, TObject } from '@sinclair/typebox';
import type { CallApi, Json } from '../api.ts';
import type { Confirmations, Target } from '../confirmation.ts';
import { scopeRequired } from '../errors.ts';

/** The permissions of API keys, as `GET /v1/introspection` names them. */
export type Permission = 'read' | 'preview' | 'draft' | 'publish' | 'schema' | 'releases' | 'manage';

/** What a tool may use: the API as the caller, and confirmations. */
export interface ToolContext {
  callApi: CallApi;
  keyId: string;
  permissions: readonly Permission[] | null;
  confirmations: Confirmations;
  baseUrl: string;
  now: () => Date;
}

interface ToolSpec<I extends TObject> {
  name: string;
  /** Publishable keys may call only tools that read. */
  isReading: boolean;
  /** Listed only for API keys with this permission. */
  needs?: Permission;
  /** Whether it can delete something or hide it from readers. */
  isDestructive?: boolean;
  /** Shown to the model: closed, without references. Values are loose, because the API checks them strictly. */
  input: I;
  run: (context: ToolContext, args: Static<I>) => Promise<Json>;
}

/** A tool whose arguments are already checked. */
export type Tool = Omit<ToolSpec<TObject>, 'run'> & {
  run(context: ToolContext, args: unknown): Promise<Json>;
};

export function tool<const I extends TObject>(spec: ToolSpec<I>): Tool {
  return spec; // `run` gets arguments that its schema accepted
}

/** What a call would do. */
export interface Intention {
  would: object;
  targets: readonly Target[];
}

interface ConfirmableCall {
  tool: string;
  args: { confirm?: string };
}

/** The result of the first call: what would happen, and the `confirm` of the second call. */
export function requestConfirmation(
  { keyId, confirmations }: ToolContext,
  { tool, args }: ConfirmableCall,
  { would, targets }: Intention,
): Json {
  const { confirm: _none, ...rest } = args;
  return {
    done: false,
    would,
    ...confirmations.create({ keyId, tool, args: rest }, targets),
    next: 'Nothing has changed yet. If the user wants this change, call again with the same arguments and this "confirm".',
  };
}

/** Rejects a call before it gets a confirmation for what its API key can't do. @throws scope_required */
export function requirePermission({ permissions }: ToolContext, permission: Permission): void {
  if (permissions !== null && !permissions.includes(permission)) throw scopeRequired(permission);
}

/** The targets of the second call; null on the first. @throws invalid_parameter */
export function confirmedTargets(
  { keyId, confirmations }: ToolContext,
  { tool, args }: ConfirmableCall,
): Target[] | null {
  const { confirm, ...rest } = args;
  return confirm === undefined ? null : confirmations.read({ keyId, tool, args: rest }, confirm);
}
