import type { CommandGroup } from '../command.ts';

export const secretCommands: CommandGroup = (program, run) => {
  const secret = program.command('secret').description('the secret that encrypts stored values');
  secret
    .command('renew')
    .description('encrypt stored secrets again with APP_SECRET, after you replaced it')
    .action(
      run.action(async () => {
        const { system, box, assembly } = await run.installation();
        let renewed = 0;
        for (const renewSecrets of assembly.secretRenewers) renewed += await renewSecrets(system, box.renew);
        return {
          json: { renewed },
          text: `${String(renewed)} stored secrets are now encrypted with APP_SECRET.`,
        };
      }),
    );
};
