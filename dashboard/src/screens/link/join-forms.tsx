import { useState } from 'react';
import type { User } from '../../../../src/users/schema.ts';
import { Button } from '../../components/button.tsx';
import { CredentialsFields } from '../../components/credentials-fields.tsx';
import { TextField } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { useUseLink } from './use-link.ts';

type Way = 'oneself' | 'new' | 'known';

/** Three ways to join: as whoever is signed in, with a new account, or with one that they have. */
export function JoinForms({ token, user }: { token: string; user: User | null }) {
  const [way, setWay] = useState<Way>(user === null ? 'new' : 'oneself');
  const others: readonly [Way, string][] = [
    ['oneself', `Join as ${user?.name ?? ''}`],
    ['new', 'Create an account'],
    ['known', 'I already have an account'],
  ];
  return (
    <>
      {way === 'oneself' ? <JoinAsOneself token={token} user={user} /> : null}
      {way === 'new' ? <JoinAnew token={token} /> : null}
      {way === 'known' ? <JoinBySignIn token={token} /> : null}
      <div className="stack">
        {others
          .filter(([other]) => other !== way && (other !== 'oneself' || user !== null))
          .map(([other, label]) => (
            <Button key={other} variant="quiet" onClick={() => setWay(other)}>
              {label}
            </Button>
          ))}
      </div>
    </>
  );
}

function JoinAsOneself({ token, user }: { token: string; user: User | null }) {
  const submission = useUseLink({ token });
  return (
    <Form submission={submission} fields={[]}>
      <p>You are signed in as {user?.email}.</p>
      <Button type="submit" variant="primary" busy={submission.busy} autoFocus>
        Join
      </Button>
    </Form>
  );
}

function JoinAnew({ token }: { token: string }) {
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const called = name.trim() || (email.split('@')[0] ?? email);
  const submission = useUseLink({ token, email, name: called, password });
  return (
    <Form submission={submission} fields={['name', 'email', 'password']}>
      <TextField
        label="Your name"
        name="name"
        value={name}
        onChange={setName}
        autoComplete="name"
        autoFocus
      />
      <TextField
        label="Email"
        name="email"
        type="email"
        value={email}
        onChange={setEmail}
        autoComplete="username"
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        value={password}
        onChange={setPassword}
        autoComplete="new-password"
        help="At least 10 characters."
      />
      <Button type="submit" variant="primary" busy={submission.busy}>
        Create account and join
      </Button>
    </Form>
  );
}

function JoinBySignIn({ token }: { token: string }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const submission = useUseLink({ token, email, password });
  return (
    <Form submission={submission} fields={['email', 'password']}>
      <CredentialsFields email={email} onEmail={setEmail} password={password} onPassword={setPassword} />
      <Button type="submit" variant="primary" busy={submission.busy}>
        Sign in and join
      </Button>
    </Form>
  );
}
