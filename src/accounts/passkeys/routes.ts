import { Type } from '@sinclair/typebox';
import { dashboardRoute } from '../../core/http/index.ts';
import { admitGuess, admitOwnGuess, admitStart } from '../sign-in/attempts.ts';
import { guessLimits, maxAccountBodyBytes } from '../sign-in/guess-limits.ts';
import { Session } from '../sign-in/schema.ts';
import { addPasskey, addPasskeyOptions, removePasskey, renamePasskey } from './own-passkeys.ts';
import { signInOptions, signInWithPasskey } from './passkey-sign-in.ts';
import {
  AddPasskey,
  NoInput,
  OnePasskey,
  PasskeyOptions,
  RenamePasskey,
  SignInWithPasskey,
} from './schema.ts';

const open = { scope: 'account', who: 'anybody' } as const;
const own = { scope: 'account', who: 'person' } as const;
const PasskeyPath = Type.Object({ id: Type.String() });
/** Options create only a challenge, which expires. */
const noAudit = { audits: { none: 'a challenge; the request that uses it has the row' } } as const;

export const passkeyRoutes = [
  dashboardRoute({
    ...open,
    ...noAudit,
    method: 'POST',
    path: '/session/passkey/options',
    summary: 'Creates the options to sign in with a passkey.',
    bodyBytesMax: maxAccountBodyBytes,
    beforeBody: admitStart,
    input: { body: NoInput },
    output: PasskeyOptions,
    run: signInOptions,
  }),
  dashboardRoute({
    ...open,
    method: 'POST',
    path: '/session/passkey',
    audits: 'session.began',
    summary: 'Signs in with a passkey.',
    ...guessLimits(admitGuess),
    input: { body: SignInWithPasskey },
    output: Session,
    run: (context, { body }) => signInWithPasskey(context, body.response),
  }),
  dashboardRoute({
    ...own,
    ...noAudit,
    method: 'POST',
    path: '/account/passkeys/options',
    summary: 'Creates the options to add a passkey.',
    bodyBytesMax: maxAccountBodyBytes,
    stepUp: true,
    input: { body: NoInput },
    output: PasskeyOptions,
    run: addPasskeyOptions,
  }),
  dashboardRoute({
    ...own,
    method: 'POST',
    path: '/account/passkeys',
    audits: 'account.passkey_added',
    summary: 'Adds a passkey to the account.',
    status: 201,
    ...guessLimits(admitOwnGuess),
    input: { body: AddPasskey },
    output: OnePasskey,
    run: (context, { body }) => addPasskey(context, body),
  }),
  dashboardRoute({
    ...own,
    method: 'PATCH',
    path: '/account/passkeys/:id',
    audits: 'account.changed',
    summary: 'Renames a passkey.',
    bodyBytesMax: maxAccountBodyBytes,
    input: { path: PasskeyPath, body: RenamePasskey },
    output: OnePasskey,
    run: (context, { path, body }) => renamePasskey(context, path.id, body.name),
  }),
  dashboardRoute({
    ...own,
    method: 'DELETE',
    path: '/account/passkeys/:id',
    audits: 'account.passkey_removed',
    summary: 'Removes a passkey.',
    status: 204,
    stepUp: true,
    input: { path: PasskeyPath },
    output: null,
    run: (context, { path }) => removePasskey(context, path.id),
  }),
];
