import { useState } from 'react';
import type { ChangeProjectSettings, ProjectSettings } from '../../../../src/projects/schema.ts';
import { useProject, useProjectMutation, useProjectQuery } from '../../api/project.ts';
import { useReloadSession } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { Form, useSubmit } from '../../components/form.tsx';
import { LeaveGuard } from '../../components/leave-guard.tsx';
import { Card, Page, Section } from '../../components/page.tsx';
import { EmptyState, QueryView } from '../../components/states.tsx';
import { toast } from '../../components/toast.tsx';
import { CdnSection } from './cdn-section.tsx';
import { LinkPatternsSection } from './link-patterns-section.tsx';
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
          <SettingsForm key={JSON.stringify(value)} value={value} />
          <LinkPatternsSection
            key={`links ${JSON.stringify(value.link_patterns)}`}
            value={value.link_patterns}
          />
          <CdnSection key={`cdn ${JSON.stringify(value.cdn)}`} value={value.cdn} />
          <StorageSection isPrivate={value.private_media} />
        </>
      )}
    </QueryView>
  );
}

function SettingsForm({ value }: { value: ProjectSettings }) {
  const [name, setName] = useState(value.name);
  const [days, setDays] = useState(String(value.review_interval_days));
  const [previewUrl, setPreviewUrl] = useState(value.preview_url ?? '');
  const reloadSession = useReloadSession();
  const change = useProjectMutation(['settings', 'kb'], (api, input: ChangeProjectSettings) =>
    api.patch<ProjectSettings>('/settings', input),
  );
  const submission = useSubmit(async () => {
    await change.mutateAsync({
      name: name.trim(),
      review_interval_days: days.trim() === '' ? null : Number(days),
      preview_url: previewUrl.trim() === '' ? null : previewUrl.trim(),
    });
    await reloadSession();
    toast('Settings saved');
  });
  const isChanged =
    name !== value.name ||
    days !== String(value.review_interval_days) ||
    previewUrl !== (value.preview_url ?? '');
  return (
    <Section title="Project">
      <Card>
        <Form submission={submission} fields={['name', 'review_interval_days', 'preview_url']}>
          <LeaveGuard when={isChanged && !submission.busy} />
          <TextField label="Name" name="name" value={name} onChange={setName} />
          <TextField
            label="Preview URL"
            name="preview_url"
            value={previewUrl}
            onChange={setPreviewUrl}
            placeholder="https://example.com/preview?type={type}&slug={slug}&token={token}"
            help="Where your site shows drafts. {type}, {id} and {slug} identify the draft. {token} gives access for an hour."
            spellCheck={false}
          />
          <TextField
            label="Review articles after (days)"
            name="review_interval_days"
            inputMode="numeric"
            value={days}
            onChange={setDays}
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
