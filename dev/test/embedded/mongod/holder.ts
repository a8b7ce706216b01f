// Holds a data folder in a separate process: `node --import tsx holder.ts FOLDER`. Prints its server or the reason of
// its failure as one line of JSON, and then waits to be killed.
import { startEmbeddedMongod } from '../../../embedded/mongod/server.ts';

const say = (line: string) => console.error(line);
startEmbeddedMongod({ dbPath: process.argv[2] ?? null, say }).then(
  ({ port, pid }) => {
    console.log(JSON.stringify({ port, pid }));
    setInterval(() => undefined, 1_000);
  },
  (error: Error) => {
    console.log(JSON.stringify({ refused: error.message }));
  },
);
