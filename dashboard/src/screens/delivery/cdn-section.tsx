import { cdnBounds, type CdnProfile, givenUp } from '../../../../src/contract/events/cdn.ts';
import type { ChangeProjectSettings, ProjectSettings } from '../../../../src/projects/project/schema.ts';
import { useProjectMutation } from '../../api/project.ts';
import { Button } from '../../components/base/button.tsx';
import { useConfirm } from '../../components/overlay/confirm.tsx';
import { useEdits } from '../../components/form/edits.ts';
import { SelectField, TextField } from '../../components/form/field.tsx';
import { Form, useSubmit } from '../../components/form/form.tsx';
import { LeaveGuard } from '../../components/form/leave-guard.tsx';
import { Card, Section } from '../../components/layout/page.tsx';
import { toast } from '../../components/overlay/toast.tsx';

const profiles: Record<CdnProfile, string> = {
  off: 'Off: no shared cache stores anything',
  keyed: 'Keyed: caches that honor Vary (Varnish, Fastly, nginx)',
  edge: 'Edge: one hostname for this project, and the edge adds its key',
};
const seconds = ({ min, max }: { min: number; max: number }) => `${min} to ${max} seconds.`;

interface FormValues {
  profile: string;
  max_age_seconds: string;
  stale_seconds: string;
}

/** How shared caches may store responses to publishable keys. Typed values stay when another owner saves. */
export function CdnSection({ value }: { value: ProjectSettings['cdn'] }) {
  const { values, changed, change, discardSaved } = useEdits<FormValues>({
    profile: value.profile,
    max_age_seconds: String(value.max_age_seconds),
    stale_seconds: String(value.stale_seconds),
  });
  const ask = useConfirm();
  const { mutateAsync } = useProjectMutation(['settings'], (api, input: ChangeProjectSettings) =>
    api.patch<ProjectSettings>('/settings', input),
  );
  const save = async () => {
    await mutateAsync({ cdn: inputOf(changed) });
    discardSaved(changed);
    toast('CDN mode saved');
  };
  const submission = useSubmit(async () => {
    if (values.profile === 'off' || values.profile === value.profile) return save();
    ask({
      title: 'Let shared caches store responses?',
      body: <Consequences />,
      action: 'Turn on',
      run: save,
    });
    return undefined;
  });
  const isChanged = Object.keys(changed).length > 0;
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
            value={values.profile}
            onChange={(profile) => change({ profile })}
          >
            {Object.entries(profiles).map(([name, label]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </SelectField>
          {values.profile === 'off' ? null : (
            <>
              <TextField
                label="Keep responses for (seconds)"
                name="cdn.max_age_seconds"
                inputMode="numeric"
                value={values.max_age_seconds}
                onChange={(text) => change({ max_age_seconds: text })}
                help={`How long a cache keeps a response if no purge arrives. ${seconds(cdnBounds.max_age_seconds)}`}
              />
              <TextField
                label="Serve stale for (seconds)"
                name="cdn.stale_seconds"
                inputMode="numeric"
                value={values.stale_seconds}
                onChange={(text) => change({ stale_seconds: text })}
                help={`How much longer a response is served while a new one is fetched. ${seconds(cdnBounds.stale_seconds)}`}
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

function inputOf({ profile, max_age_seconds: age, stale_seconds: stale }: Partial<FormValues>) {
  return {
    ...(profile !== undefined && { profile: profile as CdnProfile }), // one of the options above
    ...(age !== undefined && { max_age_seconds: Number(age) }),
    ...(stale !== undefined && { stale_seconds: Number(stale) }),
  };
}

/** The consequences of the CDN mode, as the documentation lists them. */
function Consequences() {
  return (
    <ul>
      {givenUp.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
