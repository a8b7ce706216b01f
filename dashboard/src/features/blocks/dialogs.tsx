import { ChoiceDialog } from './choice-dialog.tsx';
import { toIncoming } from './actions.ts';
import { type OpenDialog, type BlocksHost, useBlocks } from './context.ts';
import { LocalesDialog } from './locales-dialog.tsx';
import { blockName } from './outline/definitions.ts';
import {
  idsOf,
  type BlockListPath,
  type OutlineItem,
  eachBlock,
  type BlockPosition,
} from './outline/outline.ts';

/** The open dialog of a list of blocks. */
export function BlockDialog({ dialog }: { dialog: OpenDialog }) {
  if (dialog === null) return null;
  if ('insert' in dialog) return <InsertDialog position={dialog.insert} />;
  if ('locales' in dialog) return <LocalesDialog id={dialog.locales} />;
  return <MoveDialog id={dialog.move} />;
}

/** The blocks that a list accepts, in the order of its field's options. */
export function insertChoices(
  { actions, definitions }: Pick<BlocksHost, 'actions' | 'definitions'>,
  path: BlockListPath,
) {
  return (actions.fieldOf(path)?.options.blocks ?? []).flatMap((slug) => {
    const definition = definitions.get(slug);
    if (definition === undefined) return [];
    const disabledReason = actions.rejectionReason(path, { slugs: [slug], count: 1, height: 1 });
    return [{ value: slug, label: definition.name, detail: definition.description, disabledReason }];
  });
}

function InsertDialog({ position }: { position: BlockPosition }) {
  const host = useBlocks();
  return (
    <ChoiceDialog
      title="Add a block"
      placeholder="Search blocks"
      choices={insertChoices(host, position)}
      emptyText="This list accepts none of the existing blocks."
      onPick={(slug) => (host.openDialog(null), host.actions.insert(position, slug))}
      onClose={() => host.openDialog(null)}
    />
  );
}

function MoveDialog({ id }: { id: string }) {
  const host = useBlocks();
  const location = host.actions.find(id);
  if (location === null) return null;
  const lists = listsFor(host, location.item).filter(
    ({ owner, key }) => owner !== location.owner || key !== location.key,
  );
  return (
    <ChoiceDialog
      title={`Move ${blockName(host.definitions, location.item.block)} to`}
      placeholder="Search lists"
      choices={lists.map(({ owner, key, label, detail, disabledReason }) => ({
        value: `${owner ?? ''}/${key}`,
        label,
        detail,
        disabledReason,
      }))}
      emptyText="No other list accepts this block."
      onPick={(value) => {
        const [owner = '', key = ''] = value.split('/');
        const path = { owner: owner === '' ? null : owner, key };
        host.openDialog(null);
        host.actions.moveTo(id, path);
      }}
      onClose={() => host.openDialog(null)}
    />
  );
}

interface MoveChoice extends BlockListPath {
  label: string;
  detail: string;
  disabledReason: string | null;
}

/** Every list that accepts a block, except lists inside the block itself. */
function listsFor({ actions, field, definitions }: BlocksHost, item: OutlineItem): MoveChoice[] {
  const ownIds = new Set(idsOf(item));
  const top = { owner: null, key: field.key, label: field.label, detail: '' };
  const inside = [...eachBlock(actions.outline, field.key)].flatMap(({ item: { id, block }, index }) => {
    if (ownIds.has(id)) return [];
    const definition = definitions.get(block);
    const lists = definition?.fields.filter(({ type }) => type === 'blocks') ?? [];
    const name = `${blockName(definitions, block)} ${index + 1}`;
    return lists.map(({ key, label }) => ({ owner: id, key, label: `${name}, ${label}`, detail: '' }));
  });
  return [top, ...inside].flatMap((path) => {
    if (actions.fieldOf(path)?.options.blocks?.includes(item.block) !== true) return [];
    return [{ ...path, disabledReason: actions.rejectionReason(path, toIncoming(item), item) }];
  });
}
