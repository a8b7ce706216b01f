import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Review } from '../../../../../src/dashboard/reviews/schema.ts';
import type { ItemReview } from '../../../../../src/lifecycle/review/schema.ts';
import type { ProjectSettings } from '../../../../../src/projects/project/schema.ts';
import { type ProjectApi, projectKey, useProject, useProjectQuery } from '../../../api/project.ts';
import { useMay } from '../../access/may.ts';
import type { EditedItem } from '../item.ts';
import type { ItemEditor } from '../item-editor.ts';
import { useDraftState } from '../draft/use-draft.ts';
import { useItemApi } from '../use-item-api.ts';

export interface ItemReviewState {
  /** The review; null until it is loaded, and if there is nothing to review. */
  review: Review | null;
  /** Whether publishing needs an approval that the draft doesn't have. */
  needsApproval: boolean;
  /** Whether requesting a review is the next step of the member. */
  isRequestNext: boolean;
  /** Shows a review that the service returned. */
  accept: (review: Review) => void;
  refetch: () => void;
  /** The API in the release of the item. */
  api: ProjectApi;
}

/** The review of an item in its editor. It is read only if there is one, or if the member may have to approve. */
export function useItemReview({ store, service }: ItemEditor): ItemReviewState {
  const project = useProject();
  const client = useQueryClient();
  const item = useDraftState(store, (state) => state.item);
  const hasUnsaved = useDraftState(store, ({ unsavedCount }) => unsavedCount > 0);
  const api = useItemApi(item);
  const mayDraft = useMay('draft');
  const mayPublish = useMay('publish');
  const isApprovalRequired = useApprovalRule(item);
  const hasChanges = item.id !== '' && hasReviewableChanges(item);
  const shouldRead = hasChanges && (item.review != null || (isApprovalRequired && mayPublish));
  const queryKey = projectKey(project, service.module, 'item-review', item.id);
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get<Review>(`/reviews/${item.id}`, {}, signal),
    enabled: ({ state }) => shouldRead || (hasChanges && state.data != null),
  });
  const review = hasChanges && query.data !== undefined ? reviewOf(query.data, item) : null;
  const isCurrent = review !== null && review.state !== null && !review.outdated && !hasUnsaved;
  const needsApproval = isApprovalRequired && !(isCurrent && review.state === 'approved');
  const isLoading = shouldRead && query.isPending;
  const isReviewable = hasUnsaved || hasReviewableChanges(item);
  const isPending = isCurrent && (review.state === 'requested' || review.state === 'approved');
  return {
    review,
    needsApproval,
    isRequestNext: mayDraft && (!mayPublish || needsApproval) && isReviewable && !isPending && !isLoading,
    accept: (latest) => client.setQueryData(queryKey, latest),
    refetch: () => void query.refetch(),
    api,
  };
}

/** Whether the project requires an approval of the item before members publish it. */
function useApprovalRule({ release }: EditedItem): boolean {
  const settings = useProjectQuery<ProjectSettings>('settings', '/settings');
  const isReachedByReaders = release === undefined || release.default;
  return isReachedByReaders && (settings.data?.publish_approval ?? 'off') !== 'off';
}

/** The review, marked as outdated if the draft was saved after the review was read. */
function reviewOf(review: Review, { revision }: EditedItem): Review {
  const isChanged = review.state !== null && revision > review.revision;
  return isChanged ? { ...review, outdated: true } : review;
}

function hasReviewableChanges({ status, has_unpublished_changes: hasChanges }: EditedItem): boolean {
  return hasChanges || status === 'draft' || status === 'archived';
}

/** The parts of a review that lists and editors show. */
export type ReviewSummary = Pick<NonNullable<ItemReview>, 'outdated'> & { state: Review['state'] };
