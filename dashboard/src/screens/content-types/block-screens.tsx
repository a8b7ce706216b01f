import { getRouteApi } from '@tanstack/react-router';
import { Ellipsis, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { BlockDefinition } from '../../../../src/content/types/blocks/schema.ts';
import { useProject } from '../../api/project.ts';
import { IconButton } from '../../components/base/button.tsx';
import { Page, Section } from '../../components/layout/page.tsx';
import { EmptyState, QueryView } from '../../components/layout/states.tsx';
import { Menu, MenuItem } from '../../components/overlay/menu.tsx';
import { useBlockDefinitions } from '../../features/blocks/outline/definitions.ts';
import { Builder } from './builder/builder.tsx';
import { draftOf, newDraft } from './builder/draft.ts';
import { DeleteBlockDialog } from './delete-dialog.tsx';
import { ListLink } from './parts.tsx';
import { useContentTypes, useTemplates } from './queries.ts';
import { StartScreen } from './starting-points.tsx';
import { type DefinitionUse, UsesList, usesOfBlock } from './uses.tsx';
import './content-types.css';

const route = getRouteApi('/p/$projectId/content-types/blocks/block/$block');
const newRoute = getRouteApi('/p/$projectId/content-types/blocks/new');
const slugsOf = (blocks: readonly BlockDefinition[]) => blocks.map(({ slug }) => slug);

export function BlockScreen() {
  const { block: slug } = route.useParams();
  const { releaseId } = useProject();
  const types = useContentTypes().data?.data ?? [];
  return (
    <QueryView query={useBlockDefinitions()} loading={<Page title={slug}>{null}</Page>}>
      {({ data: blocks }) => {
        const stored = blocks.find((block) => block.slug === slug);
        if (stored === undefined)
          return (
            <EmptyState title={`Block ${slug} not found`} action={<ListLink kind="block" />}>
              It may have been deleted, or it is in another release.
            </EmptyState>
          );
        const uses = usesOfBlock(slug, { types, blocks });
        return (
          <Builder
            key={`${releaseId} ${slug}`}
            initial={draftOf(stored)}
            stored={stored}
            types={types}
            usedSlugs={slugsOf(blocks)}
            menu={<BlockMenu block={stored} uses={uses} />}
          >
            <Section title="Used in">
              {uses.length === 0 ? (
                <p className="muted">No field uses this block yet.</p>
              ) : (
                <UsesList uses={uses} />
              )}
            </Section>
          </Builder>
        );
      }}
    </QueryView>
  );
}

/** Asks what to start from, then shows the builder. */
export function NewBlockScreen() {
  const { from } = newRoute.useSearch();
  const blocks = useBlockDefinitions();
  const types = useContentTypes().data?.data ?? [];
  const templates = useTemplates('block');
  if (from === undefined) return <StartScreen kind="block" />;
  return (
    <QueryView query={blocks} loading={<Page title="New block">{null}</Page>}>
      {({ data }) => {
        if (from !== 'nothing' && templates.isPending) return null;
        const slugs = slugsOf(data);
        const template = templates.data?.data.find(({ slug }) => slug === from) ?? null;
        return (
          <Builder
            key={from}
            initial={newDraft('block', template, slugs)}
            stored={null}
            types={types}
            usedSlugs={slugs}
          />
        );
      }}
    </QueryView>
  );
}

interface BlockMenuProps {
  block: BlockDefinition;
  uses: readonly DefinitionUse[];
}

function BlockMenu({ block, uses }: BlockMenuProps) {
  const [isDeleting, setDeleting] = useState(false);
  return (
    <>
      <Menu trigger={<IconButton label="More about this block" icon={Ellipsis} />}>
        <MenuItem icon={Trash2} danger onSelect={() => setDeleting(true)}>
          Delete block
        </MenuItem>
      </Menu>
      {isDeleting ? <DeleteBlockDialog block={block} uses={uses} onClose={() => setDeleting(false)} /> : null}
    </>
  );
}
