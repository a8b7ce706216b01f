import type { CdnProfile } from '../../contract/events/cdn.ts';
import { bad, type Finding, good } from '../support/checks/finding.ts';
import type { CdnResponse, CdnResponses } from './responses.ts';

/** Explains what a cache did with the requests, and what to change. Pure. */
export function explainResponses(profile: CdnProfile, responses: CdnResponses): Finding[] {
  const { first } = responses;
  if (first.status !== 200 || first.requestId === '') return [unexpectedStatus(profile, first)];
  const isStored = hasStored(responses);
  if (profile === 'off') {
    return isStored
      ? [bad('cdn', 'It stores answers though CDN mode is off.', 'Let it obey Cache-Control: private.')]
      : [
          bad(
            'cdn',
            'CDN mode is off, so nothing is stored.',
            'Switch it on: galley project cdn --profile keyed',
          ),
        ];
  }
  const storing = isStored
    ? good('cdn', 'It stores answers.')
    : bad(
        'cdn',
        'It stores nothing: each request reached Galley.',
        'Let it obey s-maxage, also where Authorization is sent.',
      );
  return profile === 'edge' ? [storing, edgeFinding(responses)] : [storing, ...keyedFindings(responses)];
}

/** Whether any response was that of an earlier request. */
function hasStored({ first, again }: CdnResponses): boolean {
  return again.some(({ requestId }, i) =>
    [first, ...again.slice(0, i)].some((one) => one.requestId === requestId),
  );
}

function unexpectedStatus(profile: CdnProfile, { status, requestId }: CdnResponse): Finding {
  if (requestId === '')
    return bad(
      'cdn',
      `It answered ${status} without X-Request-Id.`,
      'Is this the address under which Galley is reached?',
    );
  if (profile === 'edge' && status === 401)
    return bad(
      'cdn',
      'A request without a key was refused.',
      'Let the edge add the project’s publishable key.',
    );
  return bad(
    'cdn',
    `It answered ${status} to a key of the project.`,
    'Is this an address of this installation?',
  );
}

const varyFix = 'Let it honour Vary, or use the profile edge.';

function keyedFindings({
  first,
  again,
  wrongKey,
  otherKey,
  strangeOrigin,
  listedOrigin,
}: CdnResponses): Finding[] {
  const requestIds = new Set([first, ...again].map(({ requestId }) => requestId));
  const isOfOtherRequest = (response: CdnResponse | null) =>
    response !== null && requestIds.has(response.requestId);
  const keys =
    isOfOtherRequest(wrongKey) || isOfOtherRequest(otherKey)
      ? bad('cdn keys', 'Vary is ignored: what it stored for one key was served to another.', varyFix)
      : wrongKey.status === 401
        ? good(
            'cdn keys',
            `A wrong key is refused.${otherKey === null ? ' There is no second publishable key to ask with.' : ' Each key has answers of its own.'}`,
          )
        : bad('cdn keys', `A wrong key was answered ${wrongKey.status}.`, 'Let it pass Authorization on.');
  const isForeign = listedOrigin !== null && listedOrigin.response.allowOrigin !== listedOrigin.origin;
  const origins =
    isOfOtherRequest(strangeOrigin) || isForeign
      ? bad('cdn origins', 'Vary is ignored: what it stored for one page was served to another.', varyFix)
      : strangeOrigin.status === 403
        ? good('cdn origins', 'A page that no key lists is refused.')
        : bad(
            'cdn origins',
            `A page that no key lists was answered ${strangeOrigin.status}.`,
            'Let it pass Origin on.',
          );
  return [keys, origins];
}

function edgeFinding({ strangeOrigin, wrongKey }: CdnResponses): Finding {
  if (wrongKey.status !== 200)
    return bad(
      'cdn edge',
      `A request with another key was answered ${wrongKey.status}.`,
      'Let the edge set Authorization, whatever was sent.',
    );
  if (strangeOrigin.status !== 200 || strangeOrigin.allowOrigin !== '*')
    return bad('cdn edge', 'Origin reaches Galley.', 'Let the edge take Origin away.');
  return good('cdn edge', 'It brings the key, and takes Origin away.');
}
