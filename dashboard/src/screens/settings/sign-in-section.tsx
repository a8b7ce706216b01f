import { useState } from 'react';
import type { ProjectSignIn, ReplaceProjectSignIn } from '../../../../src/accounts/policy/schema.ts';
import type { Issuer } from '../../api/issuers.ts';
import { useProjectMutation, useProjectQuery } from '../../api/project.ts';
import { type Session, useReloadSession, useSession } from '../../api/session.ts';
import { Button } from '../../components/base/button.tsx';
import { CheckField, TextField } from '../../components/form/field.tsx';
import { Form, useSubmit } from '../../components/form/form.tsx';
import { LeaveGuard } from '../../components/form/leave-guard.tsx';
import { Card, Section } from '../../components/layout/page.tsx';
import { QueryView } from '../../components/layout/states.tsx';
import { useConfirm } from '../../components/overlay/confirm.tsx';
import { toast } from '../../components/overlay/toast.tsx';
import { GroupLines, type GroupRole } from './group-lines.tsx';

/** The sign-in that members need to open the project, and the roles that groups of identity providers get. */
export function SignInSection() {
  const policy = useProjectQuery<ProjectSignIn>('settings', '/sign-in');
  const signIn = useSession()?.sign_in;
  return (
    <Section
      title="Sign-in"
      intro="What members need to open this project, in addition to their membership. Your API keys are not affected."
    >
      <QueryView query={policy}>
        {(saved) => (signIn === undefined ? null : <PolicyForm saved={saved} signIn={signIn} />)}
      </QueryView>
    </Section>
  );
}

interface Draft {
  isSecondFactorRequired: boolean;
  /** Empty for all. */
  methods: readonly string[];
  hours: string;
  groupRoles: GroupRole[];
}

function PolicyForm({ saved, signIn }: { saved: ProjectSignIn; signIn: Session['sign_in'] }) {
  const [edited, setEdited] = useState<Draft | null>(null);
  const draft = edited ?? draftOf(saved);
  const change = (part: Partial<Draft>) => setEdited({ ...draft, ...part });
  const confirm = useConfirm();
  const reloadSession = useReloadSession();
  const replace = useProjectMutation(['settings', 'members'], (api, input: ReplaceProjectSignIn) =>
    api.put<ProjectSignIn>('/sign-in', input),
  );
  const save = async () => {
    await replace.mutateAsync(policyOf(draft));
    setEdited(null);
    toast('Saved policy');
    await reloadSession();
  };
  const submission = useSubmit(() => {
    if (!isStricter(policyOf(draft), saved)) return save();
    confirm({
      title: 'Change who can open this project?',
      body: 'Members who don’t meet this can’t open the project until they sign in again or add a second factor.',
      action: 'Save policy',
      run: save,
    });
    return Promise.resolve();
  });
  const groupFields = draft.groupRoles.flatMap((_line, i) =>
    ['issuer', 'group', 'role'].map((key) => `group_roles[${String(i)}].${key}`),
  );
  return (
    <Card>
      <Form submission={submission} fields={['max_age_hours', 'group_roles', ...groupFields]}>
        <LeaveGuard when={edited !== null && !submission.busy} />
        <CheckField
          label="Require a second factor"
          help="A passkey, a code of an authenticator app, or a second factor that your identity provider reports."
          checked={draft.isSecondFactorRequired}
          onChange={(isSecondFactorRequired) => change({ isSecondFactorRequired })}
        />
        <MethodChoice
          accepted={signIn.methods}
          issuers={signIn.issuers}
          chosen={draft.methods}
          onChange={(methods) => change({ methods })}
        />
        <TextField
          label="Ask for a new confirmation after (hours)"
          name="max_age_hours"
          type="number"
          min={1}
          max={336}
          value={draft.hours}
          onChange={(hours) => change({ hours })}
          help="1 to 336 hours. Leave it empty to never ask."
        />
        {signIn.issuers.length === 0 ? null : (
          <GroupLines
            lines={draft.groupRoles}
            issuers={signIn.issuers}
            onChange={(groupRoles) => change({ groupRoles })}
          />
        )}
        <div className="row">
          <Button type="submit" variant="primary" busy={submission.busy} disabled={edited === null}>
            Save policy
          </Button>
        </div>
      </Form>
    </Card>
  );
}

interface MethodChoiceProps {
  accepted: readonly string[];
  issuers: readonly Issuer[];
  chosen: readonly string[];
  onChange: (methods: readonly string[]) => void;
}

function MethodChoice({ accepted, issuers, chosen, onChange }: MethodChoiceProps) {
  const names: Record<string, string> = { password: 'Password', passkey: 'Passkey' };
  const labelOf = (method: string) =>
    names[method] ?? issuers.find(({ name }) => method === `sso:${name}`)?.label ?? method;
  const methods = [...new Set([...accepted, ...chosen])]; // the operator may have removed a chosen one
  return (
    <fieldset className="form">
      <legend className="field-label">Accepted sign-ins</legend>
      {methods.map((method) => (
        <CheckField
          key={method}
          label={labelOf(method)}
          checked={chosen.includes(method)}
          onChange={(isChosen) =>
            onChange(methods.filter((name) => (name === method ? isChosen : chosen.includes(name))))
          }
        />
      ))}
      <p className="field-help">If you choose none, every sign-in opens the project.</p>
    </fieldset>
  );
}

function draftOf({ second_factor, methods, max_age_hours: hours, group_roles }: ProjectSignIn): Draft {
  return {
    isSecondFactorRequired: second_factor === 'required',
    methods: methods ?? [],
    hours: hours === null ? '' : String(hours),
    groupRoles: group_roles,
  };
}

function policyOf({ isSecondFactorRequired, methods, hours, groupRoles }: Draft) {
  return {
    second_factor: isSecondFactorRequired ? ('required' as const) : ('optional' as const),
    methods: methods.length === 0 ? null : [...methods],
    max_age_hours: hours.trim() === '' ? null : Number(hours),
    group_roles: groupRoles.filter(({ group }) => group !== ''),
  };
}

/** Whether some sessions that can open the project now might not meet the new policy. */
function isStricter(after: ReturnType<typeof policyOf>, saved: ProjectSignIn): boolean {
  const isFactorNew = after.second_factor === 'required' && saved.second_factor === 'optional';
  const losesMethods =
    after.methods !== null &&
    (saved.methods ?? [null]).some((method) => !after.methods?.includes(method ?? ''));
  const isShorter = after.max_age_hours !== null && after.max_age_hours < (saved.max_age_hours ?? Infinity);
  return isFactorNew || losesMethods || isShorter;
}
