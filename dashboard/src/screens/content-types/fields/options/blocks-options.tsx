import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { BlockDefinition } from '../../../../../../src/content/types/blocks/schema.ts';
import { limits } from '../../../../../../src/contract/limits.ts';
import type { FieldOptions } from '../../../../../../src/content/fields/schema.ts';
import { useProjectApi, useRefresh } from '../../../../api/project.ts';
import { ChoiceDialog } from '../../../../features/blocks/choice-dialog.tsx';
import { blocksPath, useBlockDefinitions } from '../../../../features/blocks/outline/definitions.ts';
import { Button } from '../../../../components/base/button.tsx';
import { useFieldError } from '../../../../components/form/form.tsx';
import { toast, toastError } from '../../../../components/overlay/toast.tsx';
import { FieldGroup } from '../../../../features/fields/inputs/group.tsx';
import { Sortable } from '../../../../features/fields/inputs/sortable.tsx';
import { useBuilding } from '../../builder/building.ts';
import { freeKey, slugOf } from '../key-of.ts';
import './blocks-options.css';

interface BlocksOptionProps {
  options: FieldOptions;
  at: string;
  set: (change: FieldOptions) => void;
}

/** Selects the blocks that a field allows, their order in the menu of editors, and the maximum of each. */
export function AllowedBlocksInput({ options, at, set }: BlocksOptionProps) {
  const [isAdding, setAdding] = useState(false);
  const offered = useOffered();
  const { blocks: chosen = [], max_of: maximums = {} } = options;
  const errors = [useFieldError(`${at}.blocks`), useFieldError(`${at}.max_of`)].filter(
    (one) => one !== undefined,
  );
  const nameOf = (slug: string) => offered.find((block) => block.slug === slug)?.name ?? slug;
  const choose = (slugs: readonly string[]) => {
    const remainingLimits = Object.entries(maximums).filter(([slug]) => slugs.includes(slug));
    set({
      blocks: [...slugs],
      ...(options.max_of === undefined ? {} : { max_of: Object.fromEntries(remainingLimits) }),
    });
  };
  const setMaximum = (slug: string, text: string) => {
    const { [slug]: _, ...others } = maximums;
    set({ max_of: text === '' ? others : { ...others, [slug]: Number(text) } });
  };
  return (
    <div className="blocks-option">
      <FieldGroup
        label="Blocks"
        required={false}
        help="Editors choose from them in this order. The number is the maximum of that block in one list."
        error={errors[0]}
      >
        <Sortable
          ids={chosen}
          onChange={choose}
          nameOf={nameOf}
          show={(slug) => (
            <span className="blocks-option-row">
              <span>{nameOf(slug)}</span>
              <input
                className="input"
                type="number"
                min={1}
                max={limits.blocks_per_entry_max}
                aria-label={`Maximum of ${nameOf(slug)}`}
                placeholder="Any"
                value={maximums[slug] ?? ''}
                onChange={(event) => setMaximum(slug, event.target.value)}
              />
            </span>
          )}
        />
        {chosen.length < limits.allowed_blocks_max ? (
          <div>
            <Button icon={Plus} onClick={() => setAdding(true)}>
              Allow a block
            </Button>
          </div>
        ) : null}
      </FieldGroup>
      {isAdding ? (
        <AllowDialog
          offered={offered.filter(({ slug }) => !chosen.includes(slug))}
          onPick={(slug) => (setAdding(false), choose([...chosen, slug]))}
          onClose={() => setAdding(false)}
        />
      ) : null}
    </div>
  );
}

type Offered = Pick<BlockDefinition, 'slug' | 'name' | 'description'>;

/** All blocks of the release, and the block that is open in the builder, because a block can allow itself. */
function useOffered(): Offered[] {
  const { data } = useBlockDefinitions();
  const building = useBuilding();
  const definitions: Offered[] = data?.data ?? [];
  const isOwn = building.definitionKind === 'block' && building.slug !== '';
  if (!isOwn || definitions.some(({ slug }) => slug === building.slug)) return definitions;
  return [...definitions, { slug: building.slug, name: building.name, description: 'This block' }];
}

interface AllowDialogProps {
  offered: readonly Offered[];
  onPick: (slug: string) => void;
  onClose: () => void;
}

function AllowDialog({ offered, onPick, onClose }: AllowDialogProps) {
  const api = useProjectApi();
  const refresh = useRefresh();
  const { data } = useBlockDefinitions();
  const create = async (name: string) => {
    const usedSlugs = data?.data.map(({ slug }) => slug) ?? [];
    const slug = freeKey(slugOf(name), usedSlugs);
    await api.put(`${blocksPath}/${slug}`, { name, fields: [] });
    await refresh('schema');
    toast(`${name} created. Open it under Blocks to add its fields.`);
    onPick(slug);
  };
  return (
    <ChoiceDialog
      title="Allow a block"
      placeholder="Search blocks, or name a new one"
      choices={offered.map(({ slug, name, description }) => ({
        value: slug,
        label: name,
        detail: description === '' ? slug : description,
        disabledReason: null,
      }))}
      emptyText="There are no other blocks. Type a name to create one."
      create={{
        label: (words) => `Create block “${words}”`,
        run: (words) => void create(words).catch(toastError),
      }}
      onPick={onPick}
      onClose={onClose}
    />
  );
}
