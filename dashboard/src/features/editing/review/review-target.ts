import type { ProjectApi } from '../../../api/project.ts';
import type { Review } from '../../../../../src/dashboard/reviews/schema.ts';
import type { ItemEditor } from '../item-editor.ts';
import { savedItem } from './saved-item.ts';
import type { ItemReviewState } from './use-item-review.ts';

/** What a review is about: the draft of an item, or a release. */
export interface ReviewTarget {
  noun: 'draft' | 'release';
  /** Identifies the target among cached responses. */
  key: string;
  review: Review | null;
  /** Whether publishing or promoting needs an approval that the target doesn't have. */
  needsApproval: boolean;
  /** Saves unsaved changes and returns the id of the item. */
  save: () => Promise<string>;
  /** Shows a review that the service returned. */
  accept: (review: Review) => void;
  refetch: () => void;
  /** Refetches the lists and screens that show the review. */
  refresh: () => Promise<unknown>;
  /** The API in the release of the item. */
  api: ProjectApi;
}

/** The draft of an editor as the target of a review. */
export function draftTarget(
  editor: ItemEditor,
  { review, needsApproval, accept, refetch, api }: ItemReviewState,
  refresh: (module: ItemEditor['service']['module']) => Promise<unknown>,
): ReviewTarget {
  const { path, module } = editor.service;
  const save = async () => (await savedItem(editor)).id;
  return {
    ...{ noun: 'draft', key: path, review, needsApproval, save, accept, refetch, api },
    refresh: () => refresh(module),
  };
}
