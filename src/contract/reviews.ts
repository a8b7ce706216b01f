/** Whose publications need an approval: nobody's, those of members, or those of members and API keys. */
export const publishApprovals = ['off', 'members', 'members_and_keys'] as const;
export type PublishApproval = (typeof publishApprovals)[number];

/** The states of a review, as lists filter by them. */
export const reviewStates = ['requested', 'approved', 'returned'] as const;
export type ReviewState = (typeof reviewStates)[number];

/** Maximum reviewers of a request, and characters of a note. */
export const reviewBounds = { reviewers: 20, noteChars: 2_000 } as const;
