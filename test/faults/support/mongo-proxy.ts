import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { BSON } from 'mongodb';
import { cleanup } from '../../support/cleanup.ts';
import { mongodbUri } from '../../support/mongodb-uri.ts';

/** A command on its way to the database. */
export interface Command {
  name: string;
  /** What it names: a collection, for most. */
  target: unknown;
  body: BSON.Document;
  /** The first of the documents that an update carries. */
  update: BSON.Document | undefined;
}

/** Let through, kept for ever, or answered in the database's place (after a while). */
export type Verdict = 'pass' | 'hold' | { reply: BSON.Document; afterMs?: number };

/** A way to the database on which a test stops or answers single commands of one process. */
export interface MongoProxy {
  uri: string;
  /** Decides about each command. */
  judge: (command: Command) => Verdict;
  /** What was not let through, in its order. */
  readonly caught: Command[];
}

const headerBytes = 16;
const opMsg = 2013;

/** Starts a proxy in front of the run's MongoDB, or of another one; it ends with the test file. */
export async function startMongoProxy(databaseUri = mongodbUri()): Promise<MongoProxy> {
  const { hostname, port } = new URL(databaseUri);
  const caught: Command[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect(Number(port), hostname);
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket
        .on('error', () => undefined)
        .on('close', () => {
          client.destroy();
          database.destroy();
        });
    }
    database.pipe(client);
    let rest = Buffer.alloc(0);
    client.on('data', (part: Buffer) => {
      rest = Buffer.concat([rest, part]);
      while (rest.length >= headerBytes && rest.length >= rest.readInt32LE(0)) {
        const message = rest.subarray(0, rest.readInt32LE(0));
        rest = rest.subarray(message.length);
        handle(message, { client, database });
      }
    });
  });
  const handle = (message: Buffer, { client, database }: { client: Socket; database: Socket }) => {
    const command = message.readInt32LE(12) === opMsg ? readCommand(message) : null;
    const verdict = command === null ? 'pass' : proxy.judge(command);
    if (command === null || verdict === 'pass') {
      database.write(message);
      return;
    }
    caught.push(command);
    if (verdict === 'hold') return;
    const { reply, afterMs = 0 } = verdict;
    setTimeout(() => client.write(writeReply(reply, message.readInt32LE(4))), afterMs);
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanup(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const proxy: MongoProxy = {
    uri: `mongodb://127.0.0.1:${(server.address() as AddressInfo).port}/?directConnection=true`,
    judge: () => 'pass',
    caught,
  };
  return proxy;
}

/** Reads an OP_MSG: a body, and at most one sequence of documents beside it. */
function readCommand(message: Buffer): Command {
  let body: BSON.Document = {};
  let sequence: BSON.Document | undefined;
  for (let at = headerBytes + 4; at < message.length - 4;) {
    const kind = message.readUInt8(at);
    const size = message.readInt32LE(at + 1);
    if (kind === 0) {
      body = BSON.deserialize(message.subarray(at + 1, at + 1 + size));
    } else {
      const documents = message.indexOf(0, at + 5) + 1;
      const first = message.readInt32LE(documents);
      sequence = BSON.deserialize(message.subarray(documents, documents + first));
    }
    at += 1 + size;
  }
  const [name = '', target] = Object.entries(body)[0] ?? [];
  const update = sequence ?? (body['updates'] as BSON.Document[] | undefined)?.[0];
  return { name, target: name === 'getMore' ? body['collection'] : target, body, update };
}

function writeReply(reply: BSON.Document, responseTo: number): Buffer {
  const body = BSON.serialize(reply);
  const message = Buffer.alloc(headerBytes + 5 + body.length);
  message.writeInt32LE(message.length, 0);
  message.writeInt32LE(responseTo, 8);
  message.writeInt32LE(opMsg, 12);
  message.set(body, headerBytes + 5); // flags and the kind of the section are zero
  return message;
}
