import { dashboardRoute } from '../../../core/http/index.ts';
import { NoInput, PasskeyOptions } from '../../passkeys/schema.ts';
import { admitGuess, admitOwnGuess, admitStart } from '../attempts.ts';
import { guessLimits, maxAccountBodyBytes } from '../guess-limits.ts';
import { Session } from '../schema.ts';
import { confirmApp, offerApp, removeApp } from './authenticator-app.ts';
import { ConfirmTotp, RecoveryCodes, SecondStep, SecondStepOptions, StepUp, TotpSecret } from './schema.ts';
import { completeSignIn, secondStepOptions } from './second-step.ts';
import { stepUp, stepUpOptions } from './step-up.ts';

const own = { scope: 'account', who: 'person' } as const;

export const secondFactorRoutes = [
  dashboardRoute({
    scope: 'account',
    who: 'anybody',
    method: 'POST',
    path: '/session/second-factor/options',
    audits: { none: 'a challenge; the request that uses it has the row' },
    summary: 'Creates the options to complete a sign-in with a passkey.',
    bodyBytesMax: maxAccountBodyBytes,
    beforeBody: admitStart,
    input: { body: SecondStepOptions },
    output: PasskeyOptions,
    run: (context, { body }) => secondStepOptions(context, body.ticket),
  }),
  dashboardRoute({
    ...own,
    method: 'POST',
    path: '/session/step-up/options',
    audits: { none: 'a challenge; it changes nothing' },
    summary: 'Creates the options to confirm the identity of the signed-in person with a passkey.',
    bodyBytesMax: maxAccountBodyBytes,
    input: { body: NoInput },
    output: PasskeyOptions,
    run: stepUpOptions,
  }),
  dashboardRoute({
    scope: 'account',
    who: 'anybody',
    method: 'POST',
    path: '/session/second-factor',
    audits: 'session.began',
    summary: 'Completes a sign-in with a passkey, a code of the authenticator app or a recovery code.',
    ...guessLimits(admitGuess),
    input: { body: SecondStep },
    output: Session,
    run: (context, { body }) => completeSignIn(context, body),
  }),
  dashboardRoute({
    ...own,
    method: 'POST',
    path: '/session/step-up',
    audits: { none: 'a proof of who the person is; it changes nothing' },
    summary:
      'Confirms the identity of the signed-in person for ten minutes, by the second factor if there is one.',
    ...guessLimits(admitOwnGuess),
    status: 204,
    input: { body: StepUp },
    output: null,
    run: (context, { body }) => stepUp(context, body),
  }),
  dashboardRoute({
    ...own,
    method: 'POST',
    path: '/account/totp',
    audits: { none: 'offers an app; the code that confirms it has the row' },
    summary: 'Creates the secret of an authenticator app to be added. The secret is returned only once.',
    stepUp: true,
    status: 201,
    input: {},
    output: TotpSecret,
    run: offerApp,
  }),
  dashboardRoute({
    ...own,
    method: 'POST',
    path: '/account/totp/confirm',
    audits: 'account.factor_added',
    summary: 'Adds the authenticator app with one of its codes. The recovery codes are returned only once.',
    ...guessLimits(admitOwnGuess),
    input: { body: ConfirmTotp },
    output: RecoveryCodes,
    run: (context, { body }) => confirmApp(context, body.code),
  }),
  dashboardRoute({
    ...own,
    method: 'DELETE',
    path: '/account/totp',
    audits: 'account.factor_removed',
    summary: 'Removes the authenticator app and the recovery codes.',
    stepUp: true,
    status: 204,
    input: {},
    output: null,
    run: removeApp,
  }),
];
