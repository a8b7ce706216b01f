import { writeProject } from '../../../../src/projects/write/transaction.ts';
import { Type } from '@sinclair/typebox';
import { newId } from '../../../../src/contract/ids.ts';
import { dashboardRoute } from '../../../../src/core/http/dashboard/dashboard-route.ts';
import { route } from '../../../../src/core/http/pipeline/route.ts';
import type { Feature } from '../../../../src/core/context/feature.ts';
import { projectCollection } from '../../../../src/core/mongo/scope/collection.ts';
import { rows } from '../../../../src/core/mongo/scope/scoped.ts';
import { unscopedRows } from '../../../../src/core/mongo/scope/unscoped.ts';

interface NoteRecord {
  _id: string;
  text: string;
  counted: boolean;
}

const notes = projectCollection<NoteRecord>('notes', [{ key: { project_id: 1, text: 1 }, unique: true }]);

const Note = Type.Object(
  { id: Type.String(), text: Type.String(), counted: Type.Boolean() },
  { $id: 'Note', additionalProperties: false },
);
const CreateNote = Type.Object({ text: Type.String() }, { $id: 'CreateNote', additionalProperties: false });
const NoteList = Type.Object({ data: Type.Array(Note) }, { $id: 'NoteList', additionalProperties: false });

const served = ({ _id, text, counted }: NoteRecord) => ({ id: _id, text, counted });
const list = async (db: Parameters<typeof rows>[0]) => ({
  data: (await rows(db, notes).find({}, { sort: { _id: 1 } })).map(served),
});

/** A feature in one file, with something of each kind. Its ids borrow the prefix of a kind that clients know. */
export const notesFeature: Feature = {
  name: 'notes',
  routes: [
    route({
      method: 'GET',
      path: '/v1/notes',
      needs: 'read',
      area: 'kb',
      summary: 'Lists the notes.',
      scope: 'project',
      key: 'any',
      budget: 'read',
      volatile: true,
      input: {},
      output: NoteList,
      run: ({ db }) => list(db),
    }),
    route({
      method: 'POST',
      path: '/v1/notes',
      needs: 'publish',
      area: 'kb',
      audits: 'section.created',
      summary: 'Writes a note.',
      scope: 'project',
      key: 'secret',
      budget: 'write',
      status: 201,
      input: { body: CreateNote },
      output: Note,
      run: (call, { body }) =>
        writeProject(call, async (inside) => {
          const note = { _id: newId('kb_section', inside.now), text: body.text, counted: false };
          await rows(inside.db, notes).insertOne(note);
          const subject = { kind: 'kb_section', id: note._id } as const;
          return inside.stored({ action: 'section.created', subject }, served(note));
        }),
    }),
  ],
  dashboardRoutes: [
    dashboardRoute({
      method: 'GET',
      path: '/notes',
      needs: 'read',
      area: 'kb',
      summary: 'Lists the notes for members.',
      scope: 'project',
      input: {},
      output: NoteList,
      run: ({ db }) => list(db),
    }),
  ],
  collections: [{ collection: notes, exported: { requiredKeys: ['text'] }, mayBeSharded: true }],
  links: [
    {
      kind: 'kb_section',
      async existing({ db }, ids) {
        const found = await rows(db, notes).find({ _id: { $in: [...ids] } });
        return new Map(found.map(({ _id }) => [_id, { live: true }]));
      },
      async resolve({ db }, ids) {
        const found = await rows(db, notes).find({ _id: { $in: [...ids] } });
        const links = found.map(({ _id: id, text: title }) => ({
          ...{ id, title },
          type: 'kb_section' as const,
          slug: null,
          url: null,
        }));
        return { byId: new Map(links.map((link) => [link.id, link])), validUntil: null };
      },
    },
  ],
  jobs: ({ system }) => [
    {
      name: 'notes.count',
      everySeconds: 1,
      run: async () => void (await unscopedRows(system, notes).updateMany({}, { $set: { counted: true } })),
    },
  ],
  modules: { notes: { note: { kind: 'kb_section', served: Note, written: CreateNote, links: {} } } },
};
