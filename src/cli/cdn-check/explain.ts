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
      ? [
          bad(
            'cdn',
            'The cache stores responses although CDN mode is off.',
            'Configure it to respect Cache-Control: private.',
          ),
        ]
      : [
          bad(
            'cdn',
            'CDN mode is off, so nothing is stored.',
            'Turn it on: galley project cdn --profile keyed',
          ),
        ];
  }
  const storing = isStored
    ? good('cdn', 'The cache stores responses.')
    : bad(
        'cdn',
        'The cache stores nothing: each request reached Galley.',
        'Configure it to respect s-maxage, also for requests with Authorization.',
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
      `The response was ${status} without X-Request-Id.`,
      'Check that this is the URL of Galley behind the cache.',
    );
  if (profile === 'edge' && status === 401)
    return bad(
      'cdn',
      'A request without a key was rejected.',
      'Configure the edge to add the publishable key of the project.',
    );
  return bad(
    'cdn',
    `A key of the project got ${status}.`,
    'Check that this URL belongs to this installation.',
  );
}

const varyFix = 'Configure it to respect Vary, or use the profile edge.';

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
      ? bad('cdn keys', 'Vary is ignored: a response for one key was served to another.', varyFix)
      : wrongKey.status === 401
        ? good(
            'cdn keys',
            `A wrong key is rejected.${otherKey === null ? ' There is no second publishable key to test with.' : ' Each key has its own responses.'}`,
          )
        : bad('cdn keys', `A wrong key got ${wrongKey.status}.`, 'Configure it to forward Authorization.');
  const isForeign = listedOrigin !== null && listedOrigin.response.allowOrigin !== listedOrigin.origin;
  const origins =
    isOfOtherRequest(strangeOrigin) || isForeign
      ? bad('cdn origins', 'Vary is ignored: a response for one origin was served to another.', varyFix)
      : strangeOrigin.status === 403
        ? good('cdn origins', 'An origin that no key lists is rejected.')
        : bad(
            'cdn origins',
            `An origin that no key lists got ${strangeOrigin.status}.`,
            'Configure it to forward Origin.',
          );
  return [keys, origins];
}

function edgeFinding({ strangeOrigin, wrongKey }: CdnResponses): Finding {
  if (wrongKey.status !== 200)
    return bad(
      'cdn edge',
      `A request with another key got ${wrongKey.status}.`,
      'Configure the edge to replace Authorization in every request.',
    );
  if (strangeOrigin.status !== 200 || strangeOrigin.allowOrigin !== '*')
    return bad('cdn edge', 'Origin reaches Galley.', 'Configure the edge to remove Origin.');
  return good('cdn edge', 'The edge adds the key and removes Origin.');
}
