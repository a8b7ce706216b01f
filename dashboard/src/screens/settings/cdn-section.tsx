import { useState } from 'react';
import { cdnBounds, type CdnProfile, givenUp } from '../../../../src/contract/cdn.ts';
import type { ChangeProjectSettings, ProjectSettings } from '../../../../src/projects/schema.ts';
import { useProjectMutation } from '../../api/project.ts';
import { Button } from '../../components/button.tsx';
import { useConfirm } from '../../components/confirm.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { Form, useSubmit } from '../../components/form.tsx';
import { LeaveGuard } from '../../components/leave-guard.tsx';
import { Card, Section } from '../../components/page.tsx';
import { toast } from '../../components/toast.tsx';

const profiles: Record<CdnProfile, string> = {
  off: 'Off: no shared cache stores anything',
  keyed: 'Keyed: caches that honor Vary (Varnish, Fastly, nginx)',
  edge: 'Edge: one hostname for this project, and the edge adds its key',
};
const seconds = ({ min, max }: { min: number; max: number }) => `${min} to ${max} seconds.`;

/** How shared caches may store what publishable keys read. */
export function CdnSection({ value }: { value: ProjectSettings['cdn'] }) {
  const [profile, setProfile] = useState(value.profile);
  const [maxAge, setMaxAge] = useState(String(value.max_age_seconds));
  const [stale, setStale] = useState(String(value.stale_seconds));
  const ask = useConfirm();
  const change = useProjectMutation(['settings'], (api, input: ChangeProjectSettings) =>
    api.patch<ProjectSettings>('/settings', input),
  );
  const save = async () => {
    const cdn = { profile, max_age_seconds: Number(maxAge), stale_seconds: Number(stale) };
    await change.mutateAsync({ cdn });
    toast('CDN mode saved');
  };
  const submission = useSubmit(async () => {
    if (profile === 'off' || profile === value.profile) return save();
    ask({ title: 'Let shared caches store answers?', body: <GivenUp />, action: 'Turn on', run: save });
    return undefined;
  });
  const isChanged =
    profile !== value.profile ||
    maxAge !== String(value.max_age_seconds) ||
    stale !== String(value.stale_seconds);
  return (
    <Section
      title="CDN mode"
      intro="Lets shared caches store what publishable keys read. Secret keys and previews are never cached."
    >
      <Card>
        <Form submission={submission} fields={['cdn.profile', 'cdn.max_age_seconds', 'cdn.stale_seconds']}>
          <LeaveGuard when={isChanged && !submission.busy} />
          <SelectField
            label="Profile"
            name="cdn.profile"
            value={profile}
            onChange={(chosen) => setProfile(chosen as CdnProfile)} // of the options below
          >
            {Object.entries(profiles).map(([name, label]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </SelectField>
          {profile === 'off' ? null : (
            <>
              <TextField
                label="Keep answers for (seconds)"
                name="cdn.max_age_seconds"
                inputMode="numeric"
                value={maxAge}
                onChange={setMaxAge}
                help={`How long a cache keeps an answer if no purge arrives. ${seconds(cdnBounds.max_age_seconds)}`}
              />
              <TextField
                label="Serve stale for (seconds)"
                name="cdn.stale_seconds"
                inputMode="numeric"
                value={stale}
                onChange={setStale}
                help={`How much longer an answer is served while a new one is fetched. ${seconds(cdnBounds.stale_seconds)}`}
              />
            </>
          )}
          <div className="row">
            <Button type="submit" variant="primary" busy={submission.busy} disabled={!isChanged}>
              Save CDN mode
            </Button>
          </div>
        </Form>
      </Card>
    </Section>
  );
}

/** What is given up, in the words of the documents. */
function GivenUp() {
  return (
    <ul>
      {givenUp.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
