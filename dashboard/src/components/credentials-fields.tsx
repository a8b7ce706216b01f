import { TextField } from './field.tsx';

interface CredentialsFieldsProps {
  email: string;
  onEmail: (email: string) => void;
  password: string;
  onPassword: (password: string) => void;
}

/** E-mail and password of an account that exists, as browsers fill them in. */
export function CredentialsFields({ email, onEmail, password, onPassword }: CredentialsFieldsProps) {
  return (
    <>
      <TextField
        label="Email"
        name="email"
        type="email"
        value={email}
        onChange={onEmail}
        autoComplete="username"
        autoFocus
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        value={password}
        onChange={onPassword}
        autoComplete="current-password"
      />
    </>
  );
}
