import { useQuery } from '@tanstack/react-query';
import type { BlockDefinition } from '../../../../src/content/types/blocks/schema.ts';
import type { Field } from '../../../../src/content/fields/schema.ts';
import type { ContentType } from '../../../../src/content/types/schema.ts';
import type { EditorEntry } from '../../../../src/content/entries/editor/editor-schema.ts';
import { ApiError } from '../../api/errors/api-error.ts';
import { useLocales } from '../../api/locales.ts';
import { useProject, useProjectApi } from '../../api/project.ts';
import { blocksPath, type Definitions } from '../../features/blocks/outline/definitions.ts';
import { Loading, QueryView } from '../../components/layout/states.tsx';
import { isEqual } from '../../features/editing/conflict/equal.ts';
import type { FieldDifference } from '../../features/editing/difference/difference.ts';
import { DifferenceView } from '../../features/editing/difference/difference-view.tsx';
import { fieldDifferences } from '../../features/editing/difference/field-difference.ts';

interface EntryDifferenceProps {
  type: string;
  id: string;
  /** The ids of the release and the default release. */
  release: string;
  live: string;
}

/** The differences between the live values of an entry now and after the promotion, in each locale. */
export function EntryDifference({ type, id, release, live }: EntryDifferenceProps) {
  const api = useProjectApi();
  const { id: projectId } = useProject();
  const locales = useLocales();
  const codes = locales.map(({ code }) => code);
  const difference = useQuery({
    queryKey: ['project', projectId, 'content', 'release-difference', release, live, type, id, ...codes],
    queryFn: async ({ signal }): Promise<LocaleDifference[]> => {
      const entryIn = (releaseId: string, locale?: string) =>
        api
          .get<EditorEntry>(
            `/content/${type}/entries/${id}`,
            { release: releaseId, ...(locale === undefined ? {} : { locale }) },
            signal,
          )
          .catch(nullIfMissing);
      const { fields, definitions } = await definitionsIn(api, { type, releases: [live, release], signal });
      const compare = (pair: EntryPair) => differencesIn(pair, { fields, definitions });
      const [before, after] = await Promise.all([entryIn(live), entryIn(release)]);
      const defaultSection = { locale: null, differences: compare({ before, after }) };
      const furtherCodes = codes.slice(1).filter((code) => hasContent({ before, after }, code));
      const furtherSections = await Promise.all(
        furtherCodes.map(async (locale) => {
          const [before, after] = await Promise.all([entryIn(live, locale), entryIn(release, locale)]);
          const differences = compare({ before, after });
          return {
            locale,
            differences: differences.filter((one) => !includesDifference(defaultSection.differences, one)),
          };
        }),
      );
      return [defaultSection, ...furtherSections].filter(({ differences }) => differences.length > 0);
    },
  });
  const nameOf = (code: string | null) => locales.find((one) => one.code === code)?.name ?? code;
  return (
    <QueryView query={difference} loading={<Loading rows={2} />}>
      {(sections) =>
        sections.length === 0 ? (
          <p className="muted">The values that readers see are the same. Only drafts or dates differ.</p>
        ) : (
          sections.map(({ locale, differences }) => (
            <section key={locale ?? ''}>
              {locale === null ? null : <h3 className="muted">{nameOf(locale)}</h3>}
              <DifferenceView differences={differences} />
            </section>
          ))
        )
      }
    </QueryView>
  );
}

interface LocaleDifference {
  /** The code of a further locale; null for the default locale. */
  locale: string | null;
  differences: FieldDifference[];
}

/** An entry in the default release and in the compared release; null where it does not exist. */
interface EntryPair {
  before: EditorEntry | null;
  after: EditorEntry | null;
}

interface ComparedFields {
  fields: readonly Field[];
  definitions: Definitions;
}

function hasContent({ before, after }: EntryPair, code: string): boolean {
  return [before, after].some((entry) => entry?.states?.[code] !== undefined);
}

/** Whether a difference is already listed. Shared values differ in all locales and are shown once. */
function includesDifference(differences: readonly FieldDifference[], one: FieldDifference): boolean {
  return differences.some((other) => isEqual(other, one));
}

function differencesIn({ before, after }: EntryPair, { fields, definitions }: ComparedFields) {
  const targets = { ...before?.targets, ...after?.targets };
  const nameOf = (target: string) => targets[target]?.title ?? target;
  return fieldDifferences(fields, before?.live ?? {}, after?.live ?? {}, { nameOf, definitions });
}

/** The fields of a type in both releases, and the definitions of its blocks. */
async function definitionsIn(
  api: ReturnType<typeof useProjectApi>,
  { type, releases, signal }: { type: string; releases: readonly string[]; signal: AbortSignal },
): Promise<ComparedFields> {
  const types = await Promise.all(
    releases.map((release) =>
      api.get<ContentType>(`/v1/schema/content-types/${type}`, { release }, signal).catch(nullIfMissing),
    ),
  );
  const fields = new Map(types.flatMap((one) => one?.fields ?? []).map((field) => [field.key, field]));
  const hasBlocks = [...fields.values()].some(({ type: fieldType }) => fieldType === 'blocks');
  const definitions = hasBlocks
    ? await Promise.all(
        releases.map(async (release) => {
          const { data } = await api.get<{ data: BlockDefinition[] }>(blocksPath, { release }, signal);
          return data.map((definition) => [definition.slug, definition] as const);
        }),
      )
    : [];
  return { fields: [...fields.values()], definitions: new Map(definitions.flat()) };
}

/** Returns null if the item does not exist in the release. */
function nullIfMissing(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null;
  throw error;
}
