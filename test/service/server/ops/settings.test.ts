import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { describe, expect, inject, it, vi } from 'vitest';
import { runCommand } from '../../../../src/cli/program.ts';
import { readConfig } from '../../../../src/core/settings/config.ts';
import { previousNamesIn } from '../../../../src/core/settings/previous-names.ts';
import { openClient } from '../../../../src/core/mongo/connection/address.ts';
import { connect } from '../../../../src/core/mongo/connection/connect.ts';
import { runServer } from '../../../support/program.ts';
import { clientOf, databaseOf } from '../../../support/database.ts';

vi.setConfig({ testTimeout: 60_000 }); // processes start slowly on a busy machine

const needed = {
  MONGODB_URI: inject('mongodbUri'),
  MONGODB_DB: `t_${randomUUID().slice(0, 13)}`,
  S3_ENDPOINT: 'http://127.0.0.1:9',
  S3_BUCKET: 'galley',
  S3_ACCESS_KEY: 'access',
  S3_SECRET_KEY: 'secret',
  APP_SECRET: 'a secret that is only for tests, 32+ bytes',
  DRAIN_SECONDS: '0',
};

describe('a setting that cannot work is refused with what to write instead', () => {
  it.each([
    ['S3_ENDPOINT', 'localhost:9000', 'must begin with http:// or https://. Write http://localhost:9000'],
    ['S3_ENDPOINT', 's3://host/x', 'must begin with http:// or https://. Write http://host/x'],
    ['S3_ENDPOINT', 'https://host:9000/s3', 'must have no path'],
    ['S3_ENDPOINT', 'https://host:9000/s3', 'Write https://host:9000'],
    ['S3_PUBLIC_ENDPOINT', 'https://files.example/s3/', 'must have no path'],
    ['S3_PUBLIC_URL', 'files.example:443/media', 'must begin with http:// or https://.'],
    ['S3_PUBLIC_URL', 'https://files.example/media?v=1', 'Write https://files.example/media'],
    [
      'S3_ENDPOINT',
      'http://me:hidden@host',
      'must have neither a user, a query nor a fragment. Write http://host',
    ],
    ['BASE_URL', 'ftp://example.com', 'must begin with http:// or https://. Write http://example.com'],
    [
      'BASE_URL',
      'https://example.com/cms',
      'must have no path: Galley answers at the root of a host. Write https://example.com',
    ],
    ['S3_BUCKET', 'Bad_Bucket', 'must be the name of a bucket'],
    ['S3_BUCKET', '192.168.5.4', 'must be the name of a bucket'],
    ['S3_BUCKET', 'two..dots', 'must be the name of a bucket'],
    ['S3_BUCKET', 'ends-', 'must be the name of a bucket'],
    ['S3_BUCKET', 'x'.repeat(64), 'must be the name of a bucket'],
    ['S3_PRIVATE_BUCKET', 'Private', 'must be the name of a bucket'],
    ['S3_PRIVATE_BUCKET', 'sthree-media', 'must be a name that S3 does not keep for itself'],
    ['S3_PRIVATE_BUCKET', 'galley', 'names the bucket that S3_BUCKET names ("galley")'],
    ['S3_PRIVATE_BUCKET', ' Galley ', 'names the bucket that S3_BUCKET names ("galley")'],
    ['WEBHOOK_ALLOWED_SUBNETS', 'everything', 'is wrong: '],
    ['PORT', '0', 'must be a port from 1 to 65535.'],
    ['OPS_PORT', '0', 'must be a port from 1 to 65535.'],
    ['MONGODB_URI', 'mongodb://u:hidden@', 'is malformed: '],
    ['MONGODB_URI', 'mongodb://h/?nosuch=1', 'is malformed: option nosuch is not supported.'],
    ['MONGODB_URI', 'mongodb://h/?readPreference=secondary', 'must not set readPreference=secondary ('],
    ['MONGODB_URI', 'mongodb://h/?readpreference=nearest', 'must not set readPreference=nearest ('],
    ['MONGODB_URI', 'mongodb://h/?w=0', 'must not set w=0 ('],
    ['MONGODB_URI', 'mongodb://h/?w=1', 'must not set w=1 ('],
    ['MONGODB_URI', 'mongodb://h/?readConcernLevel=local', 'must not set readConcernLevel=local ('],
    ['MONGODB_URI', 'mongodb://h/?w=1&readPreference=secondary', ' or w=1'],
  ])('%s=%s %s', (name, value, message) => {
    const told = refusalOf({ ...needed, [name]: value });

    expect(told).toMatch(new RegExp(`^[^]*The variable ${name} `));
    expect(told).toContain(message);
    expect(told).not.toContain('hidden');
  });

  it('S3_PRIVATE_BUCKET is asked for when a long S3_BUCKET leaves no room for the name that it has otherwise', () => {
    const told = refusalOf({ ...needed, S3_BUCKET: 'b'.repeat(60) });

    expect(told).toContain('The variable S3_PRIVATE_BUCKET must be set');
  });

  it.each([
    { S3_ENDPOINT: 'https://host:9000/' },
    { S3_PUBLIC_URL: 'https://cdn.example/some/folder/' },
    { BASE_URL: 'https://example.com/' },
    { S3_BUCKET: 'my.media-1', S3_PRIVATE_BUCKET: '0-private' },
    { MONGODB_URI: 'mongodb://u:p@a,b/admin?replicaSet=rs0&w=majority&readPreference=primary' },
    { MONGODB_URI: 'mongodb+srv://u:p@cluster.example/?retryWrites=true&w=majority' },
  ])('%j is taken', (settings) => {
    expect(readConfig({ ...needed, ...settings })).toMatchObject(settings);
  });
});

describe('a variable that was renamed', () => {
  it('is read under its former name, and a warning says the new one', () => {
    const env = { ...needed, DEAR_READS_AT_ONCE: '7' };

    expect(readConfig(env)).toMatchObject({ EXPENSIVE_READS_AT_ONCE: 7 });
    expect(previousNamesIn(env)).toEqual([
      expect.stringContaining('DEAR_READS_AT_ONCE is now named EXPENSIVE_READS_AT_ONCE.'),
    ]);
  });

  it('is ignored under its former name when both are set, and when the former one is empty', () => {
    const both = { ...needed, KEPT_ANSWER_BYTES: '2048', IDEMPOTENCY_RESPONSE_BYTES: '4096' };

    expect(readConfig(both)).toMatchObject({ IDEMPOTENCY_RESPONSE_BYTES: 4096 });
    expect(previousNamesIn(both)).toEqual([expect.stringContaining('Its value is ignored')]);
    expect(previousNamesIn({ ...needed, KEPT_ANSWER_BYTES: '' })).toEqual([]);
    expect(readConfig({ ...needed, KEPT_ANSWER_BYTES: '' })).toMatchObject({
      IDEMPOTENCY_RESPONSE_BYTES: 65_536,
    });
  });

  it('is named by today’s name when its value is wrong', () => {
    expect(refusalOf({ ...needed, WEBHOOK_PLACES: 'many' })).toContain('The variable WEBHOOK_CONCURRENCY ');
  });
});

/** Two faults of form, one of a value and one of two variables together. */
const wrong = { PORT: 'many', S3_ENDPOINT: 'localhost:9000', S3_PRIVATE_BUCKET: 'galley', APP_SECRET: '' };
const names = ['PORT', 'APP_SECRET', 'S3_ENDPOINT', 'S3_PRIVATE_BUCKET'];

describe('several faults of the settings', () => {
  it('are told at once at start, each by its variable, with exit code 1', async () => {
    const program = runServer({ env: { ...needed, ...wrong } });

    expect([await program.ended(), program.out]).toEqual([1, '']);
    const lines = program.err.trim().split('\n');
    expect(lines[0]).toBe('Galley cannot start: 4 settings are to be mended.');
    expect(lines.slice(1).map((line) => /^ {2}The variable (\w+) /.exec(line)?.[1])).toEqual(names);
  });

  it.each([
    ['', names],
    ['mongodb://127.0.0.1:1/?w=1', ['PORT', 'APP_SECRET', 'MONGODB_URI', 'S3_ENDPOINT', 'S3_PRIVATE_BUCKET']],
  ])('are the findings of doctor with MONGODB_URI "%s", and --json has the same list', async (uri, told) => {
    const env = { ...needed, ...wrong, MONGODB_URI: uri };

    const { out, exitCode } = await runCommand(['doctor', '--fix-bucket', '--json'], env, tmpdir());

    const { checks } = JSON.parse(out) as { checks: { name: string; ok: boolean; why: string }[] };
    const found = checks.filter(({ ok, why }) => !ok && !why.startsWith('No database is configured'));
    expect(exitCode).toBe(1);
    expect(found.every(({ name }) => name === 'settings')).toBe(true);
    expect(found.map(({ why }) => /^The variable (\w+) /.exec(why)?.[1])).toEqual(told);
  });

  it('are all in what a command prints for programs', async () => {
    const env = { ...needed, BASE_URL: 'ftp://x', MONGODB_URI: 'mongodb://h/?w=0' };

    const { out, exitCode } = await runCommand(['project', 'list', '--json'], env, tmpdir());

    const { error } = JSON.parse(out) as { error: { code: string; errors: { param: string }[] } };
    expect([exitCode, error.code]).toEqual([1, 'invalid_parameter']);
    expect(error.errors.map(({ param }) => param)).toEqual(['BASE_URL', 'MONGODB_URI']);
  });
});

describe('npm start with a HOST that is not of this machine', () => {
  it.each([{ HOST: '192.0.2.1' }, { HOST: 'no-such-host.invalid' }])(
    '%j says so in one line',
    async (env) => {
      const program = runServer({
        env: { ...needed, PORT: '3999', LOG_LEVEL: 'fatal', ...env },
      });

      expect([await program.ended(), program.out]).toEqual([1, '']);
      expect(program.err).toMatch(
        /^Galley cannot start: This machine has no address \S+ \(E\w+\)\. HOST .*\n$/,
      );
    },
  );
});

describe('the options in MONGODB_URI', () => {
  it('hold where they are given, and ours where the address is silent', async () => {
    const named = openClient(
      'mongodb://h/?' +
        'serverSelectionTimeoutMS=2000&maxpoolsize=7&connectTimeoutMS=900&wtimeoutMS=800&retryWrites=false&appName=mine',
    );
    const silent = openClient('mongodb://h');

    expect(named.options).toMatchObject({
      serverSelectionTimeoutMS: 2_000,
      maxPoolSize: 7,
      connectTimeoutMS: 900,
      retryWrites: false,
      appName: 'mine',
      socketTimeoutMS: 60_000,
      writeConcern: { w: 'majority', wtimeoutMS: 800 },
      readConcern: { level: 'majority' },
    });
    expect(silent.options).toMatchObject({
      serverSelectionTimeoutMS: 4_000,
      maxPoolSize: 40,
      connectTimeoutMS: 4_000,
      retryWrites: true,
      appName: 'galley',
      writeConcern: { w: 'majority' },
      readConcern: { level: 'majority' },
    });
  });

  it('decide how long a server is looked for', async () => {
    const startedMs = performance.now();

    const refused = connect('mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=300', 'none');

    await expect(refused).rejects.toThrow('The variable MONGODB_URI points to no server that responds');
    expect(performance.now() - startedMs).toBeLessThan(3_900);
  });

  it('reach a real server with its own pool', async () => {
    const uri = needed.MONGODB_URI;
    const system = await connect(`${uri}${uri.includes('?') ? '&' : '?'}maxPoolSize=3`, needed.MONGODB_DB);

    expect(clientOf(system).options.maxPoolSize).toBe(3);
    expect(await databaseOf(system).command({ ping: 1 })).toMatchObject({ ok: 1 });
    await system.close();
  });
});

function refusalOf(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    return (error as Error).message;
  }
  return 'taken';
}
