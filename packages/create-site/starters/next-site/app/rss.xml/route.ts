import { feedIn } from '../../lib/feed';
import { languages } from '../../lib/languages';

/** The feed of the default language. */
export function GET(): Promise<Response> | Response {
  const [standard] = languages();
  return standard === undefined ? new Response(null, { status: 404 }) : feedIn(standard);
}
