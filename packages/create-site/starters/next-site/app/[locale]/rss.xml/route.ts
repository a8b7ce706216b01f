import { feedIn } from '../../../lib/feed';
import { languageOf, languages } from '../../../lib/languages';

export function generateStaticParams() {
  return languages().map(({ code: locale }) => ({ locale }));
}

/** The feed of a language. */
export async function GET(
  _request: Request,
  { params }: { params: Promise<{ locale: string }> },
): Promise<Response> {
  return feedIn(languageOf((await params).locale));
}
