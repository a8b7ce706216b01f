import { type Alternate, type Language, languages, nameOf, pathIn } from '../lib/languages';

interface Props {
  language: Language;
  alternates?: readonly Alternate[];
}

/** Links to this page in each language, or to the home page of a language that doesn't have it. */
export function LanguageMenu({ language, alternates = [] }: Props) {
  const all = languages();
  if (all.length < 2) return null;
  return (
    <nav aria-label={language.texts.language} className="languages">
      <ul>
        {all.map((other) => {
          const { code } = other;
          const path = alternates.find(({ locale }) => locale === code)?.path ?? pathIn(other, '/');
          return (
            <li key={code}>
              <a
                href={path}
                hrefLang={code}
                lang={code}
                aria-current={code === language.code ? 'true' : undefined}
              >
                {nameOf(code)}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
