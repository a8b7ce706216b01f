import type { ChangeProjectSettings, ProjectSettings } from '../../../../src/projects/project/schema.ts';
import { useProject, useProjectMutation, useProjectQuery } from '../../api/project.ts';
import { useReloadSession } from '../../api/session.ts';
import { Button } from '../../components/base/button.tsx';
import { TextField } from '../../components/form/field.tsx';
import { Form, useSubmit } from '../../components/form/form.tsx';
import { LeaveGuard } from '../../components/form/leave-guard.tsx';
import { Card, Page, Section } from '../../components/layout/page.tsx';
import { EmptyState, QueryView } from '../../components/layout/states.tsx';
import { toast } from '../../components/overlay/toast.tsx';
import { useEdits } from '../../components/form/edits.ts';

import { ApprovalSection } from './approval-section.tsx';
import { BackupSection } from './backup-section.tsx';
import { CopySection } from './copy-section.tsx';
import { LinkPatternsSection } from './link-patterns-section.tsx';
import { LocalesSection } from './locales-section.tsx';
import { PreviewLinksSection } from './preview-links-section.tsx';
import { SignInSection } from './sign-in-section.tsx';
import { TrashSection } from './trash-section.tsx';
import { StorageSection } from './storage-section.tsx';

export function SettingsScreen() {
  const { role } = useProject();
  return (
    <Page title="Settings" width="text">
      {role === 'owner' ? (
        <Settings />
      ) : (
        <EmptyState title="Only owners can change settings">
          Ask an owner of the project to change its name, its preview URL or its review interval.
        </EmptyState>
      )}
    </Page>
  );
}

function Settings() {
  const settings = useProjectQuery<ProjectSettings>('settings', '/settings');
  return (
    <QueryView query={settings}>
      {(value) => (
        <>
          <SettingsForm value={value} />
          <LocalesSection />
          <PreviewLinksSection />
          <LinkPatternsSection value={value.link_patterns} />
          <ApprovalSection rule={value.publish_approval} />
          <SignInSection />
          <TrashSection keepsKeyDeletions={value.keep_key_deletions} />
          <CopySection isTemplate={value.is_template} />
          <StorageSection isPrivate={value.private_media} />
          <BackupSection />
        </>
      )}
    </QueryView>
  );
}

interface FormValues {
  name: string;
  review_interval_days: string;
  preview_url: string;
}

/** Edits are applied over the saved values, so that other saves do not discard them. */
function SettingsForm({ value }: { value: ProjectSettings }) {
  const { values, changed, change, discardSaved } = useEdits<FormValues>({
    name: value.name,
    review_interval_days: String(value.review_interval_days),
    preview_url: value.preview_url ?? '',
  });
  const reloadSession = useReloadSession();
  const save = useProjectMutation(['settings', 'kb'], (api, input: ChangeProjectSettings) =>
    api.patch<ProjectSettings>('/settings', input),
  );
  const submission = useSubmit(async () => {
    await save.mutateAsync(inputOf(changed));
    await reloadSession();
    discardSaved(changed);
    toast('Settings saved');
  });
  const isChanged = Object.keys(changed).length > 0;
  return (
    <Section title="Project">
      <Card>
        <Form submission={submission} fields={['name', 'review_interval_days', 'preview_url']}>
          <LeaveGuard when={isChanged && !submission.busy} />
          <TextField label="Name" name="name" value={values.name} onChange={(name) => change({ name })} />
          <TextField
            label="Preview URL"
            name="preview_url"
            value={values.preview_url}
            onChange={(text) => change({ preview_url: text })}
            placeholder="https://example.com/preview?type={type}&slug={slug}&token={token}"
            help="Where your site shows drafts. {type}, {id} and {slug} identify the draft, {locale} its language. {token} gives access for an hour."
            spellCheck={false}
          />
          <TextField
            label="Review articles after (days)"
            name="review_interval_days"
            inputMode="numeric"
            value={values.review_interval_days}
            onChange={(text) => change({ review_interval_days: text })}
            help="A knowledge base article is stale this many days after its last edit or review. You can set another interval per article."
          />
          <div className="row">
            <Button type="submit" variant="primary" busy={submission.busy} disabled={!isChanged}>
              Save settings
            </Button>
          </div>
        </Form>
      </Card>
    </Section>
  );
}

/** Sends only changed fields, so that other owners' changes stay. */
function inputOf({
  name,
  review_interval_days: days,
  preview_url: url,
}: Partial<FormValues>): ChangeProjectSettings {
  return {
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(days === undefined ? {} : { review_interval_days: days.trim() === '' ? null : Number(days) }),
    ...(url === undefined ? {} : { preview_url: url.trim() === '' ? null : url.trim() }),
  };
}
