import type { StorageTest } from '../../../../src/projects/project/schema.ts';
import { useProjectMutation } from '../../api/project.ts';
import { messageOf } from '../../api/errors/api-error.ts';
import { Badge } from '../../components/base/badge.tsx';
import { Button } from '../../components/base/button.tsx';
import { Card, Section } from '../../components/layout/page.tsx';

/** Tests whether the bucket supports what Galley needs. */
export function StorageSection({ isPrivate }: { isPrivate: boolean }) {
  const test = useProjectMutation<void, StorageTest>([], (api) =>
    api.post<StorageTest>('/settings/storage-test'),
  );
  return (
    <Section
      title="Storage"
      intro={
        isPrivate
          ? 'Files are private. Their URLs are signed and expire after an hour.'
          : 'Files are public and keep their URLs.'
      }
      actions={
        <Button busy={test.isPending} onClick={() => test.mutate()}>
          Test storage
        </Button>
      }
    >
      {test.isSuccess || test.isError ? (
        <Card>
          <div role="status" className="stack">
            {test.data?.ok === true ? (
              <div className="row">
                <Badge tone="good">Works</Badge> A file was written, read and removed in both buckets.
              </div>
            ) : (
              <div className="row">
                <Badge tone="bad">Does not work</Badge>
                {test.data?.message ?? messageOf(test.error)}
              </div>
            )}
          </div>
        </Card>
      ) : null}
    </Section>
  );
}
