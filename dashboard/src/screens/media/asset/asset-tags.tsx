import { X } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import type { EditorAsset, TagAssets } from '../../../../../src/content/media/editor/schema.ts';
import { textOf } from '../../../api/errors/error-texts.ts';
import { toastError } from '../../../components/overlay/toast.tsx';
import { useAssetTags } from '../../../features/media/tags.ts';
import { useTagMutation } from '../bulk/use-tagging.ts';

/** The tags of one asset. Enter adds the typed tag, and each tag has a remove button. */
export function AssetTags({ asset: { id, tags } }: { asset: EditorAsset }) {
  const [input, setInput] = useState('');
  const projectTags = useAssetTags();
  const listId = useId();
  const tagging = useTagMutation();
  const change = (action: TagAssets['action'], tag: string) =>
    tagging.mutate(
      { action, tag, ids: [id] },
      {
        onError: toastError,
        onSuccess: ({ data: [result] }) => {
          if (result?.error) toastError(new Error(textOf(result.error)));
          else if (action === 'add') setInput('');
        },
      },
    );
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || input.trim() === '') return;
    event.preventDefault();
    change('add', input.trim());
  };
  return (
    <section className="stack-small">
      <h3>Tags</h3>
      <div className="asset-tags">
        {tags.map((tag) => (
          <span key={tag} className="asset-tag">
            {tag}
            <button type="button" aria-label={`Remove the tag ${tag}`} onClick={() => change('remove', tag)}>
              <X size={12} aria-hidden />
            </button>
          </span>
        ))}
        <input
          className="input asset-tag-input"
          aria-label="Add a tag"
          placeholder="Add a tag, then Enter"
          list={listId}
          maxLength={50}
          value={input}
          onChange={(event) => setInput(event.target.value)}
          onKeyDown={onKey}
        />
        <datalist id={listId}>
          {projectTags
            .filter(({ name }) => !tags.includes(name))
            .map(({ name }) => (
              <option key={name} value={name} />
            ))}
        </datalist>
      </div>
    </section>
  );
}
