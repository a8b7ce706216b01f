import type { Release } from '../../../../src/lifecycle/releases/schema.ts';

type Failure = NonNullable<Release['promotion_failed']>;

const reasons: Readonly<Record<string, string>> = {
  release_diverged: 'The live release had changed by then.',
  role_required: 'The person who set the date may no longer promote releases.',
  scope_required: 'The API key that set the date may no longer promote releases.',
  approval_required: 'This project requires an approval before publishing.',
};

/** Why a promotion at a date was rejected, and what to do. */
export function failureReason({ code }: Failure): string {
  return `${reasons[code] ?? 'Something went wrong.'} Promote it now, or choose another date.`;
}
