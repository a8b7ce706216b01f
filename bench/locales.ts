import { databaseOf } from '../test/support/database.ts';
import { multiplyEntry } from '../test/support/many-entries.ts';
import { type Installation, mediansOf, openInstallation, report, type Send, warmUp } from './installation.ts';

// Compares a project in three locales with one in a single locale, each with as many entries, and counts the rows of 50
// locales of which 1 % is translated: `npm run bench:locales [-- 100000]`

const count = Number(process.argv[2] ?? 100_000);
const rounds = 60;
const path = '/v1/content/page/entries';

/** Creates a type with a shared price, and a title and a text that are translated if the project has further locales. */
async function defineType(send: Send, further: readonly string[]): Promise<void> {
  const localized = further.length > 0 && { options: { localized: true } };
  await send('PUT', '/v1/schema/content-types/page', {
    fields: [
      { key: 'title', type: 'string', ...localized },
      { key: 'text', type: 'text', ...localized },
      { key: 'price', type: 'number' },
    ],
  });
}

/** Creates a published entry in the default locale and further ones. */
async function newEntry(send: Send, further: readonly string[]): Promise<string> {
  const text = 'Some words of a page. '.repeat(40);
  const locales = Object.fromEntries(
    further.map((code) => [code, { values: { title: `A page in ${code}`, text }, publish: true }]),
  );
  const values = { title: 'A page', text, price: 5 };
  const body = { values, publish: true, ...(further.length > 0 && { locales }) };
  return (await send<{ id: string }>('POST', path, body)).id;
}

async function compareProjects(installation: Installation): Promise<void> {
  const { app } = installation;
  const [one, three] = [installation.send, (await installation.newProject(['en', 'de', 'ar'])).send];
  const further = ['de', 'ar'];
  await defineType(one, []);
  await defineType(three, further);
  const [idInOne, idInThree] = [await newEntry(one, []), await newEntry(three, further)];
  for (const id of [idInOne, idInThree]) await multiplyEntry(app, id, count - 1);
  /** A list that no response cache has: each round has another filter, which every entry passes. */
  const list = (round: number) => `/v1/content/page?limit=20&where[price][gt]=${-1 - warmUp - round}`;
  const changed = (send: Send, id: string) => (round: number) =>
    send('PATCH', `/v1/content/page/${id}`, { values: { price: round + 100 } });
  const ms = await mediansOf(rounds, {
    oneList: (round) => one('GET', list(round)),
    defaultList: (round) => three('GET', list(round)),
    germanList: (round) => three('GET', `${list(round)}&locale=de`),
    oneCached: () => one('GET', '/v1/content/page?limit=20'),
    germanCached: () => three('GET', '/v1/content/page?limit=20&locale=de'),
  });
  const writeMs = await mediansOf(rounds, { one: changed(one, idInOne), three: changed(three, idInThree) });
  report([
    { figure: 'list of a project in one locale, ms', value: ms.oneList },
    { figure: 'list of the default locale against it', value: ms.defaultList / ms.oneList, most: 1.2 },
    { figure: 'list of a further locale against it', value: ms.germanList / ms.oneList, most: 2 },
    {
      figure: 'list of a further locale against the default',
      value: ms.germanList / ms.defaultList,
      most: 1.3,
    },
    {
      figure: 'cached list of a further locale against it',
      value: ms.germanCached / ms.oneCached,
      most: 1.2,
    },
    { figure: 'published change of a project in one locale, ms', value: writeMs.one },
    {
      figure: 'change of a value of three locales against it',
      value: writeMs.three / writeMs.one,
      most: 2.5,
    },
  ]);
}

/** Counts the rows of 1,000 entries of which 10 are translated into 49 further locales. */
async function countRows(installation: Installation): Promise<void> {
  const codes =
    'de fr es it pt nl sv da nb fi pl cs sk hu ro bg el tr ru uk sr hr sl lt lv et is ga mt sq mk ar he fa hi bn ur ta te ja ko zh vi th id ms sw af ca';
  const further = codes.split(' ');
  const { projectId, send } = await installation.newProject(['en', ...further]);
  const rowsOf = () =>
    databaseOf(installation.app.system).collection('entry_locales').countDocuments({ project_id: projectId });
  await defineType(send, further);
  for (let i = 0; i < 1_000; i += 1) await newEntry(send, i < 10 ? further : []);
  const share = (await rowsOf()) / (1_000 * further.length);
  report([
    { figure: `rows of ${further.length} locales with 1 % translated, share`, value: share, most: 0.01 },
  ]);
}

const installation = await openInstallation();
try {
  await compareProjects(installation);
  await countRows(installation);
} finally {
  await installation.stop();
}
