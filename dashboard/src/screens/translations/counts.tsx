import { Link } from '@tanstack/react-router';
import { type TranslationKindName, translationBounds } from '../../../../src/contract/translations.ts';
import type { TranslationSummary } from '../../../../src/lifecycle/translations/schema.ts';
import type { Locale } from '../../api/locales.ts';
import { useProject, useProjectQuery } from '../../api/project.ts';
import { formatted } from '../../components/base/counted.ts';
import { kinds, useGrantedKinds } from './kinds.ts';
import './translations.css';

type Counts = TranslationSummary['data'][number];

/** Missing and outdated translations by language and kind. Each number opens its items. */
export function TranslationCounts({ locales }: { locales: readonly Locale[] }) {
  const grantedKinds = useGrantedKinds();
  const summary = useProjectQuery<TranslationSummary>('translations', '/v1/translations/summary');
  const rows = summary.data?.data ?? [];
  const filledKinds = grantedKinds.filter((kind) =>
    rows.some((row) => row.kind === kind && row.missing + row.outdated + row.current > 0),
  );
  if (filledKinds.length === 0) return null;
  const countsOf = (locale: Locale, kind: TranslationKindName) =>
    rows.find((row) => row.locale === locale.code && row.kind === kind);
  return (
    <div className="table-scroll translation-counts">
      <table className="table" aria-label="Counts">
        <thead>
          <tr>
            <th scope="col">Language</th>
            {filledKinds.map((kind) => (
              <th key={kind} scope="col">
                {kinds[kind].name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {locales.map((locale) => (
            <tr key={locale.id}>
              <th scope="row">
                <bdi>{locale.name}</bdi>
              </th>
              {filledKinds.map((kind) => (
                <td key={kind}>
                  <KindCounts locale={locale} kind={kind} counts={countsOf(locale, kind)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface KindCountsProps {
  locale: Locale;
  kind: TranslationKindName;
  counts: Counts | undefined;
}

function KindCounts({ locale, kind, counts }: KindCountsProps) {
  const { id: projectId } = useProject();
  if (counts === undefined || counts.missing + counts.outdated + counts.current === 0) return '–';
  const states = (['missing', 'outdated'] as const).filter((state) => counts[state] > 0);
  if (states.length === 0) return <span className="muted">Up to date</span>;
  return (
    <span className="translation-count">
      {states.map((state) => (
        <Link
          key={state}
          to="/p/$projectId/translations"
          params={{ projectId }}
          search={{ locale: locale.code, kind, state }}
          aria-label={`${countText(counts[state])} ${state}: ${kinds[kind].name}, ${locale.name}`}
        >
          {countText(counts[state])} {state}
        </Link>
      ))}
    </span>
  );
}

/** `12`, or `10,000+` for a capped count. */
function countText(count: number): string {
  return `${formatted(count)}${count === translationBounds.count ? '+' : ''}`;
}
