import { EyeOff, PenLine, Send, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import type { BulkAction } from '../../../../src/contract/bulk.ts';
import type { Field } from '../../../../src/content/fields/schema.ts';
import { limits } from '../../../../src/contract/limits.ts';
import { isRunning, listPathOf, useBulkJobs } from '../../api/bulk-jobs.ts';
import { textOf } from '../../api/errors/error-texts.ts';
import { useProject } from '../../api/project.ts';
import { Button } from '../../components/base/button.tsx';
import { useConfirm } from '../../components/overlay/confirm.tsx';
import { counted } from '../../components/base/counted.ts';
import { toastError } from '../../components/overlay/toast.tsx';
import { type BulkTarget, useBulkChange } from './bulk-change.ts';
import { trashPeriod } from '../trash-period.ts';
import { consequencesOf } from './bulk-question.ts';
import { ChangeDialog } from './change/change-dialog.tsx';
import { RejectedDialog } from './rejected-dialog.tsx';
import './bulk-bar.css';

const verbs = { publish: 'Publish', unpublish: 'Unpublish', delete: 'Delete' };
/** Up to this many items are published or unpublished without a question. */
const unaskedMax = 20;

interface BulkBarProps extends BulkTarget {
  ids: ReadonlySet<string>;
  /** The loaded rows, and the number of all rows, which is larger than `total` when `isCapped`. */
  pages: {
    rows: readonly { id: string; title: string }[] | undefined;
    total: number | undefined;
    isCapped: boolean;
  };
  /** The fields of "Change field"; absent if it is not offered. */
  fields?: readonly Field[] | undefined;
  /** The text of the question before a deletion. */
  consequence: string;
  /** Receives the ids that stay selected because their change was rejected. */
  onDone: (remainingIds: ReadonlySet<string>) => void;
}

/** The actions for the selected entries. */
export function BulkBar(props: BulkBarProps) {
  const { path, noun, ids, pages, fields = [], locale, onDone } = props;
  const consequence =
    locale === undefined || locale.default
      ? props.consequence
      : `Only the texts in ${locale.name} are deleted. They stay in the trash for ${trashPeriod}. The ${noun[1]} are not deleted.`;
  const [singular, plural] = noun;
  const confirm = useConfirm();
  const isInRelease = useProject().releaseId !== null;
  const { data: jobs, items_max: itemsMax = 0 } = useBulkJobs();
  const { busy, rejections, clearRejections, change, begin, count } = useBulkChange(props, onDone);
  const { allCount, isChoosing, chooseAll } = useAllItems(ids, () =>
    count(fields.length > 0 ? 'set' : 'publish', null),
  );
  const [isChanging, setChanging] = useState(false);
  const isAll = allCount !== null;
  const total = pages.total ?? ids.size;
  const isPage = !isAll && ids.size === pages.rows?.length && (total > ids.size || pages.isCapped);
  const isTooLarge = itemsMax > 0 && (allCount ?? ids.size) > itemsMax;
  const titleOf = (id: string) => pages.rows?.find((row) => row.id === id)?.title || id;
  const selectedText = counted(allCount ?? ids.size, singular, plural);
  const isWaiting = busy !== null || jobs?.some((job) => isRunning(job) && listPathOf(job) === path) === true;
  const chosenIds = isAll ? null : [...ids];
  const run = (action: BulkAction) =>
    chosenIds === null || chosenIds.length > limits.page_size_max
      ? begin({ action }, chosenIds)
      : change(action, chosenIds);
  const ask = async (action: BulkAction) => {
    if (action !== 'delete' && !isAll && ids.size <= unaskedMax) return run(action);
    const preview = await count(action, chosenIds);
    const where = locale === undefined || (locale.default && action === 'delete') ? '' : ` in ${locale.name}`;
    const text = `${verbs[action]} ${counted(preview.total, singular, plural)}${where}`;
    confirm({
      title: `${text}?`,
      body: [consequencesOf(preview, isInRelease), ...(action === 'delete' ? [consequence] : [])].join(' '),
      action: text,
      danger: action === 'delete',
      // The dialog closes at once: the status bar shows the progress.
      run: async () => void run(action).catch(toastError),
    });
  };
  const button = (action: BulkAction) => ({
    busy: busy === action,
    disabled: isTooLarge || (isWaiting && busy !== action),
    onClick: () => void ask(action).catch(toastError),
  });

  return (
    <>
      {ids.size > 0 ? (
        <div className="bulk-bar" role="toolbar" aria-label={`Selected ${plural}`}>
          <span>
            {isAll ? `All ${selectedText}` : selectedText} selected
            {locale === undefined ? null : (
              <>
                {' '}
                in <bdi>{locale.name}</bdi>
              </>
            )}
          </span>
          {isPage ? (
            <Button variant="quiet" busy={isChoosing} onClick={chooseAll}>
              {pages.isCapped ? `Select all ${plural}` : `Select all ${counted(total, singular, plural)}`}
            </Button>
          ) : null}
          {isTooLarge ? (
            <span className="muted">Select at most {counted(itemsMax, singular, plural)} at a time.</span>
          ) : null}
          {fields.length === 0 ? null : (
            <Button
              needs="draft"
              icon={PenLine}
              busy={busy === 'set'}
              disabled={isTooLarge || isWaiting}
              onClick={() => setChanging(true)}
            >
              Change field
            </Button>
          )}
          <Button needs="publish" icon={Send} {...button('publish')}>
            Publish
          </Button>
          <Button needs="publish" icon={EyeOff} {...button('unpublish')}>
            Unpublish
          </Button>
          <Button icon={X} variant="quiet" disabled={busy !== null} onClick={() => onDone(new Set())}>
            Clear
          </Button>
          <Button needs="publish" icon={Trash2} {...button('delete')}>
            Delete
          </Button>
        </div>
      ) : null}
      {isChanging ? (
        <ChangeDialog
          fields={fields}
          count={selectedText}
          onSend={(set) => begin({ action: 'set', set }, chosenIds)}
          onClose={() => setChanging(false)}
        />
      ) : null}
      <RejectedDialog
        noun={noun}
        items={rejections.map(({ id, error }) => ({
          id,
          name: titleOf(id),
          why: error === null ? '' : textOf(error),
        }))}
        onClose={clearRejections}
      />
    </>
  );
}

/** The true number of all items of the list, once the person has selected them all; null for named items. */
function useAllItems(ids: ReadonlySet<string>, count: () => Promise<{ total: number }>) {
  const [all, setAll] = useState<{ ids: ReadonlySet<string>; total: number } | null>(null);
  const [isChoosing, setChoosing] = useState(false);
  const chooseAll = () => {
    setChoosing(true);
    void count()
      .then(({ total }) => setAll({ ids, total }), toastError)
      .finally(() => setChoosing(false));
  };
  return { allCount: all?.ids === ids && ids.size > 0 ? all.total : null, isChoosing, chooseAll };
}
