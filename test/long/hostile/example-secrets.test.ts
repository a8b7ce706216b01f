import { readFileSync } from 'node:fs';
import { describe, expect, inject, it } from 'vitest';
import { examine } from '../../../src/cli/support/checks/examination.ts';
import { readConfig } from '../../../src/core/settings/config.ts';
import { assembly } from '../../support/assembly.ts';
import { inRepository } from '../../support/program.ts';
import { testVariables } from '../../support/service.ts';

const own = {
  ...testVariables(),
  NODE_ENV: 'production',
  PORT: '3000',
  S3_SECRET_KEY: 'kept-to-oneself',
  APP_SECRET: 'a value that nobody else has ever read',
};
/** What docker-compose.yml takes when nothing is set: `${APP_SECRET:-...}`. */
const inCompose = [
  ...readFileSync(inRepository('docker-compose.yml'), 'utf8').matchAll(
    /\$\{(APP_SECRET|S3_SECRET_KEY):-([^}]+)\}/g,
  ),
].map(([, name = '', value = '']): [string, string] => [name, value]);
const examples: [string, string][] = [...inCompose, ['S3_SECRET_KEY', 'minioadmin']];

describe('a secret that stands in a public file', () => {
  it('is looked for under every name that the compose file gives one', () => {
    expect(new Set(inCompose.map(([name]) => name))).toEqual(new Set(['APP_SECRET', 'S3_SECRET_KEY']));
  });

  it.each(examples)('is refused by name where others reach the service: %s=%s', (name, value) => {
    for (const BASE_URL of ['https://cms.example', 'http://10.0.0.7:3000', 'http://localhost.example'])
      expect(() => readConfig({ ...own, BASE_URL, [name]: value })).toThrow(
        `The variable ${name} has the value of a public example, and BASE_URL (${BASE_URL}) is not on this machine.`,
      );
  });

  it.each(examples)('is good for trying out on this machine: %s=%s', (name, value) => {
    for (const BASE_URL of [
      '',
      'http://localhost:3000',
      'http://127.0.0.1',
      'http://127.9.9.9:1',
      'http://[::1]:3',
    ])
      expect(readConfig({ ...own, BASE_URL, [name]: value })).toMatchObject({ [name]: value });
  });

  it('is named by galley doctor', async () => {
    const values = {
      ...own,
      BASE_URL: 'https://cms.example',
      APP_SECRET: inCompose.find(([name]) => name === 'APP_SECRET')?.[1] ?? '',
      MONGODB_URI: inject('mongodbUri'),
    };
    const run = { variables: () => Promise.resolve({ values, source: 'the test' }), assembly };

    const findings = await examine(run as never, {});

    expect(findings).toContainEqual({
      name: 'settings',
      ok: false,
      why: expect.stringContaining('The variable APP_SECRET has the value of a public example'),
      fix: '',
    });
  });

  it('that nobody published starts anywhere', () => {
    expect(readConfig({ ...own, BASE_URL: 'https://cms.example' })).toMatchObject({
      S3_SECRET_KEY: 'kept-to-oneself',
    });
  });
});
