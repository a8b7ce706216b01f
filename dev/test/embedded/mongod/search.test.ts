import { describe, expect, it } from 'vitest';

import type { Downloads } from '../../../embedded/mongod/downloads.ts';
import { findMongod } from '../../../embedded/mongod/search.ts';
import { fakeMachine, type FakeMachineParts } from './fake-machine.ts';

const seven = 'db version v7.0.15\nBuild Info: {}';
const versions = {
  '/named/mongod --version': 'db version v8.0.4',
  '/path/mongod --version': seven,
  '/cached/mongod --version': seven,
  '/downloaded/mongod --version': seven,
  '/six/mongod --version': 'db version v6.0.5',
  '/old/mongod --version': 'db version v5.0.9',
  '/wordless/mongod --version': 'hello',
};
const onPath = { programs: { mongod: '/path/mongod' } };
const named = { env: { MONGOMS_SYSTEM_BINARY: '/named/mongod' } };
const online = { unreachable: async () => null };

function downloads(cached: string | null, downloaded: string | Error = '/downloaded/mongod'): Downloads {
  return {
    cached: async () => cached,
    download: async () => {
      if (downloaded instanceof Error) throw downloaded;
      return downloaded;
    },
  };
}

interface Case {
  name: string;
  machine: FakeMachineParts;
  from?: Downloads;
  found: string;
  said?: string[];
}

const downloading = ['Downloading MongoDB 7.0.15 (about 80 MB, once) ...'];

const findings: Case[] = [
  { name: 'the named one before the PATH', machine: { ...onPath, ...named }, found: '/named/mongod' },
  {
    name: 'an empty name as no name',
    machine: { ...onPath, env: { MONGOMS_SYSTEM_BINARY: '' } },
    found: '/path/mongod',
  },
  {
    name: 'the PATH before a kept download',
    machine: onPath,
    from: downloads('/cached/mongod'),
    found: '/path/mongod',
  },
  {
    name: 'a kept download without asking the network',
    machine: {},
    from: downloads('/cached/mongod'),
    found: '/cached/mongod',
  },
  {
    name: 'a download where its host is reached',
    machine: online,
    found: '/downloaded/mongod',
    said: downloading,
  },
  {
    name: 'a download behind a proxy without a probe',
    machine: { env: { HTTPS_PROXY: 'http://proxy:3128' } },
    found: '/downloaded/mongod',
    said: downloading,
  },
  { name: 'MongoDB 6.0 on the PATH', machine: { programs: { mongod: '/six/mongod' } }, found: '/six/mongod' },
  {
    name: 'a download where the one on the PATH is too old',
    machine: { ...online, programs: { mongod: '/old/mongod' } },
    found: '/downloaded/mongod',
    said: downloading,
  },
];

interface Refusal {
  name: string;
  machine: FakeMachineParts;
  from?: Downloads;
  reason: string;
}

const refusals: Refusal[] = [
  {
    name: 'a named one that does not run',
    machine: { ...onPath, env: { MONGOMS_SYSTEM_BINARY: '/nowhere/mongod' } },
    reason: 'MONGOMS_SYSTEM_BINARY cannot be used: /nowhere/mongod did not start',
  },
  {
    name: 'a named one that is too old',
    machine: { ...onPath, env: { MONGOMS_SYSTEM_BINARY: '/old/mongod' } },
    reason: 'MONGOMS_SYSTEM_BINARY cannot be used: /old/mongod is MongoDB 5.0.9; 6.0 or newer is needed',
  },
  {
    name: 'a named one that is no mongod',
    machine: { env: { MONGOMS_SYSTEM_BINARY: '/wordless/mongod' } },
    reason: 'MONGOMS_SYSTEM_BINARY cannot be used: /wordless/mongod names no version of MongoDB',
  },
  { name: 'an empty PATH', machine: {}, reason: 'mongod on the PATH: not there' },
  {
    name: 'a closed network',
    machine: {},
    reason: "mongodb-memory-server's download: its host is not reached (getaddrinfo ENOTFOUND)",
  },
  {
    name: 'a broken download',
    machine: online,
    from: downloads(null, new Error('status 403')),
    reason: "mongodb-memory-server's download: status 403",
  },
  {
    name: 'a download that lacks a library of the system',
    machine: online,
    from: downloads(null, '/unrunnable/mongod'),
    reason:
      "mongodb-memory-server's download: the downloaded one cannot be used: /unrunnable/mongod did not start",
  },
  {
    name: 'a machine for which the wheel has no build',
    machine: { platform: 'linux', arch: 'arm64' },
    reason: 'the Linux build in a Python wheel: only on Linux on x64, and this is linux on arm64',
  },
  {
    name: 'no folder to keep anything in',
    machine: {},
    reason: 'MongoDB for Windows under Wine: no folder for fetched programs can be written',
  },
  {
    name: 'another system',
    machine: { platform: 'darwin', arch: 'arm64' },
    reason: 'MongoDB for Windows under Wine: only on Linux on x64, and this is darwin on arm64',
  },
];

describe('the search for a mongod', () => {
  it.each(findings)('takes $name', async ({ machine, from = downloads(null), found, said = [] }) => {
    const lines: string[] = [];
    const computer = fakeMachine({ answers: versions, ...machine });

    const mongod = await findMongod({ say: (line) => lines.push(line), machine: computer, downloads: from });

    expect(mongod.path).toBe(found);
    expect(lines).toEqual(said);
  });

  it.each(refusals)('says so of $name', async ({ machine, from = downloads(null), reason }) => {
    const computer = fakeMachine({ answers: versions, ...machine });

    const search = findMongod({ say: () => undefined, machine: computer, downloads: from });

    await expect(search).rejects.toThrow(reason);
  });

  it('names every step and the two ways out when all fail', async () => {
    const search = findMongod({ say: () => undefined, machine: fakeMachine(), downloads: downloads(null) });

    await expect(search).rejects.toThrow(
      /^No MongoDB could be found or fetched\. Tried:\n {2}- mongod on the PATH: .+\n {2}- mongodb-memory-server's download: .+\n {2}- the Linux build in a Python wheel: .+\n {2}- MongoDB for Windows under Wine: .+\nEither set MONGODB_URI .+ `docker compose up`\.$/,
    );
  });

  it('reports the version that it found, so that the server can be told', async () => {
    const machine = fakeMachine({ ...named, answers: versions });

    const mongod = await findMongod({ say: () => undefined, machine, downloads: downloads(null) });

    expect(mongod.version).toBe('8.0.4');
  });
});
