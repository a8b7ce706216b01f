import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useSessionChanges } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { DoorPage } from '../../components/door-page.tsx';
import { TextField } from '../../components/field.tsx';
import { Form, useSubmit } from '../../components/form.tsx';

const empty = { token: '', project: '', email: '', password: '' };

export function SetUpScreen() {
  const navigate = useNavigate();
  const { setUp } = useSessionChanges();
  const [values, setValues] = useState(empty);
  const change = (name: keyof typeof empty) => (value: string) => setValues({ ...values, [name]: value });
  const submission = useSubmit(async () => {
    await setUp({ ...values, token: values.token.trim() });
    await navigate({ to: '/' });
  });
  return (
    <DoorPage title="Set up Galley" intro="Create the first project and its owner. You do this once.">
      <Form submission={submission} fields={Object.keys(empty)}>
        <TextField
          label="Set-up token"
          name="token"
          value={values.token}
          onChange={change('token')}
          help="The service printed it in its log when it started."
          autoComplete="off"
          spellCheck={false}
          autoFocus
        />
        <TextField label="Project name" name="project" value={values.project} onChange={change('project')} />
        <TextField
          label="Your email"
          name="email"
          type="email"
          value={values.email}
          onChange={change('email')}
          autoComplete="username"
        />
        <TextField
          label="Password"
          name="password"
          type="password"
          value={values.password}
          onChange={change('password')}
          autoComplete="new-password"
        />
        <Button type="submit" variant="primary" busy={submission.busy}>
          Create project
        </Button>
      </Form>
    </DoorPage>
  );
}
