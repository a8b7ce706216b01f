import { checkIssuer, issuerCallbackUrl } from '../../accounts/index.ts';
import { baseUrlOf, readToolConfig } from '../../core/settings/index.ts';
import { systemClock } from '../../core/util/index.ts';
import type { CommandGroup } from '../command.ts';
import { commandError } from '../support/command-error.ts';

export const ssoCommands: CommandGroup = (program, run) => {
  const sso = program.command('sso').description('sign-in at OpenID Connect issuers');
  sso
    .command('check')
    .description('check that issuers respond, and show the redirect URI to register at each')
    .argument('[name]', 'one name from OIDC_ISSUERS; otherwise all')
    .action(
      run.action(async ({ args: [name] }) => {
        const config = readToolConfig((await run.variables()).values);
        const { issuers } = config;
        const list = issuers.list.filter((issuer) => name === undefined || issuer.name === name);
        if (name !== undefined && list.length === 0)
          throw commandError(`OIDC_ISSUERS lists no issuer ${name}.`, { param: 'name' });
        const now = systemClock().now();
        const checks = await Promise.all(
          list.map(async (issuer) => ({
            name: issuer.name,
            label: issuer.label,
            issuer: issuer.url,
            redirect_uri: issuerCallbackUrl(baseUrlOf(config), issuer.name),
            ...(await checkIssuer(issuer, issuers, now)),
          })),
        );
        const lines = checks.map(
          ({ name, ok, why, redirect_uri }) =>
            `${ok ? 'ok ' : 'BAD'}  ${name}  ${why}\n     Redirect URI: ${redirect_uri}`,
        );
        return {
          json: { issuers: checks },
          text: lines.length === 0 ? 'OIDC_ISSUERS lists no issuers.' : lines.join('\n'),
          failed: checks.some(({ ok }) => !ok),
        };
      }),
    );
};
