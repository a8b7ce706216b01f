import { ChoiceDialog } from './choice-dialog.tsx';
import { comingOf } from './actions.ts';
import { type OpenQuestion, type BlocksHost, useBlocks } from './context.ts';
import { nameOf } from './outline/definitions.ts';
import {
  idsOf,
  type BlockListPath,
  type OutlineItem,
  placesOf,
  type BlockPosition,
} from './outline/outline.ts';

/** What a list of blocks asks before it does something. */
export function BlockQuestion({ asked }: { asked: OpenQuestion }) {
  if (asked === null) return null;
  return 'insert' in asked ? <InsertDialog spot={asked.insert} /> : <MoveDialog id={asked.move} />;
}

/** The blocks that a list takes, in the order of its field. */
export function insertable(
  { act, definitions }: Pick<BlocksHost, 'act' | 'definitions'>,
  place: BlockListPath,
) {
  return (act.fieldOf(place)?.options.blocks ?? []).flatMap((slug) => {
    const definition = definitions.get(slug);
    if (definition === undefined) return [];
    const refusal = act.refusal(place, { slugs: [slug], count: 1, height: 1 });
    return [{ value: slug, label: definition.name, detail: definition.description, refusal }];
  });
}

function InsertDialog({ spot }: { spot: BlockPosition }) {
  const host = useBlocks();
  return (
    <ChoiceDialog
      title="Add a block"
      placeholder="Search blocks"
      choices={insertable(host, spot)}
      none="This list takes no block that there is."
      onPick={(slug) => (host.ask(null), host.act.insert(spot, slug))}
      onClose={() => host.ask(null)}
    />
  );
}

function MoveDialog({ id }: { id: string }) {
  const host = useBlocks();
  const found = host.act.find(id);
  if (found === null) return null;
  const lists = listsFor(host, found.item).filter(
    ({ owner, key }) => owner !== found.owner || key !== found.key,
  );
  return (
    <ChoiceDialog
      title={`Move ${nameOf(host.definitions, found.item.block)} to`}
      placeholder="Search lists"
      choices={lists.map(({ owner, key, label, detail, refusal }) => ({
        value: `${owner ?? ''}/${key}`,
        label,
        detail,
        refusal,
      }))}
      none="There is no other list that takes it."
      onPick={(value) => {
        const [owner = '', key = ''] = value.split('/');
        const place = { owner: owner === '' ? null : owner, key };
        host.ask(null);
        host.act.moveTo(id, place);
      }}
      onClose={() => host.ask(null)}
    />
  );
}

interface Target extends BlockListPath {
  label: string;
  detail: string;
  refusal: string | null;
}

/** Every list that could take a block, but those inside it. */
function listsFor({ act, field, definitions }: BlocksHost, item: OutlineItem): Target[] {
  const own = new Set(idsOf(item));
  const top = { owner: null, key: field.key, label: field.label, detail: '' };
  const inside = [...placesOf(act.outline, field.key)].flatMap(({ item: { id, block }, index }) => {
    if (own.has(id)) return [];
    const definition = definitions.get(block);
    const lists = definition?.fields.filter(({ type }) => type === 'blocks') ?? [];
    const name = `${nameOf(definitions, block)} ${index + 1}`;
    return lists.map(({ key, label }) => ({ owner: id, key, label: `${name}, ${label}`, detail: '' }));
  });
  return [top, ...inside].flatMap((place) => {
    if (act.fieldOf(place)?.options.blocks?.includes(item.block) !== true) return [];
    return [{ ...place, refusal: act.refusal(place, comingOf(item), item) }];
  });
}
