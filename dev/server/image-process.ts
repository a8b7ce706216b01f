import { createServer } from 'node:http';
import { createIPX, createIPXNodeServer, type IPXStorage } from 'ipx';

/** The image service process of `npm run dev`. Its argument is the URL of the public bucket; it prints its own URL. */
const [publicUrl = ''] = process.argv.slice(2);
const bucket = `${publicUrl.replace(/\/+$/, '')}/`;

/** Reads only files of the bucket. Other URLs are rejected before any request. */
const storage: IPXStorage = {
  name: 'bucket',
  async getMeta(id) {
    addressIn(id);
    return {};
  },
  async getData(id) {
    const answer = await fetch(addressIn(id), { redirect: 'error' });
    if (!answer.ok) throw refusal(answer.status, 'There is no such file.');
    return answer.arrayBuffer();
  },
};

function addressIn(id: string): string {
  const address = URL.canParse(id) ? new URL(id).href : '';
  if (address.startsWith(bucket)) return address;
  throw refusal(403, 'Only files of the public bucket are read.');
}

/** An error in the format of ipx. */
function refusal(statusCode: number, statusText: string): Error {
  return Object.assign(new Error(statusText), { statusCode, statusText });
}

const serve = createIPXNodeServer(
  createIPX({ storage, httpStorage: storage, sharpOptions: { autoOrient: true } }),
);
const server = createServer((request, response) => void serve(request, response));
const beside = Number(new URL(bucket).port) + 1;

server.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EADDRINUSE' && !server.listening) return void server.listen(0, '127.0.0.1');
  throw error;
});
server.on('listening', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object')
    process.stdout.write(`http://127.0.0.1:${address.port}\n`);
});
server.listen(beside, '127.0.0.1');
process.stdin.resume().on('end', () => process.exit());
