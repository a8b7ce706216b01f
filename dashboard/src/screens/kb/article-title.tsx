import type { KbOutlineArticle } from '../../../../src/modules/kb/editor/schema.ts';
import { useLocales } from '../../api/locales.ts';
import { Badge } from '../../components/base/badge.tsx';

interface ArticleTitleProps {
  article: Pick<KbOutlineArticle, 'title' | 'title_locale'>;
}

/** The title of an article, with a badge if it is in a language that readers of the shown language never see. */
export function ArticleTitle({ article: { title, title_locale: code } }: ArticleTitleProps) {
  const locale = useLocales().find((one) => one.code === code);
  if (code === undefined) return title === '' ? 'Untitled' : <bdi>{title}</bdi>;
  return (
    <>
      <bdi lang={code}>{title}</bdi> <Badge tone="plain">{locale?.name ?? code}</Badge>
    </>
  );
}
