import { Type } from '@sinclair/typebox';
import { errorGroups } from '../../../contract/errors/errors.ts';
import { route } from '../../../core/http/index.ts';
import { CastVote, VoteResult } from './schema.ts';
import { castVote } from './service.ts';

export const voteRoutes = [
  route({
    method: 'POST',
    path: '/v1/kb/articles/:slug/vote',
    locales: 'write',
    needs: 'read',
    area: 'kb',
    audits: { none: 'votes are counted, not noted' },
    summary: 'Records whether a live article was helpful. The only write for publishable keys.',
    scope: 'project',
    key: 'any',
    budget: 'vote',
    errors: errorGroups.kbReading,
    input: { path: Type.Object({ slug: Type.String() }), body: CastVote },
    output: VoteResult,
    run: (context, { path, body }) => castVote(context, path.slug, body),
  }),
];
