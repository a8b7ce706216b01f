import type { CommandStartedEvent, Document, MongoClient } from 'mongodb';
import { shardable } from './assembly.ts';

const names: ReadonlySet<string> = new Set(shardable.map(({ name }) => name));

/**
 * Watches for commands that a sharded cluster refuses, or sends to every shard: changes of one row whose filter does
 * not say the project (docs/run/scaling.md). `single` has the well-made ones, as `update entries`.
 */
export function watchShardKeys(client: MongoClient) {
  const faults: string[] = [];
  const single = new Set<string>();
  const note = ({ commandName, command }: CommandStartedEvent) => {
    const collection: unknown = command[commandName];
    if (typeof collection !== 'string' || !names.has(collection)) return;
    for (const filter of singleFilters(commandName, command)) {
      if (saysProject(filter)) single.add(`${commandName} ${collection}`);
      else faults.push(`${commandName} ${collection} ${JSON.stringify(filter)}`);
    }
    for (const stage of mergesOf(commandName, command)) {
      if (namesProject(stage)) single.add(`$merge ${collection}`);
      else faults.push(`$merge ${collection} ${JSON.stringify(stage)}`);
    }
  };
  client.on('commandStarted', note);
  return { faults, single, stop: () => client.off('commandStarted', note) };
}

/** Filters of the changes in a command that are each of one row. */
function singleFilters(commandName: string, command: Document): Document[] {
  const list = (name: string) => (command[name] ?? []) as Document[];
  if (commandName === 'update')
    return list('updates')
      .filter(({ multi }) => multi !== true)
      .map(({ q }) => q as Document);
  if (commandName === 'delete')
    return list('deletes')
      .filter(({ limit }) => limit === 1)
      .map(({ q }) => q as Document);
  return commandName === 'findAndModify' ? [command['query'] as Document] : [];
}

function mergesOf(commandName: string, command: Document): Document[] {
  if (commandName !== 'aggregate') return [];
  const stages = command['pipeline'] as Document[];
  return stages.flatMap(({ $merge, $out }) => ($merge ?? $out ?? []) as Document | Document[]);
}

function saysProject(filter: Document): boolean {
  const said: unknown = filter['project_id'];
  if (typeof said === 'string') return true;
  return ((filter['$and'] ?? []) as Document[]).some(saysProject);
}

function namesProject({ on }: Document): boolean {
  return Array.isArray(on) && on.includes('project_id');
}
