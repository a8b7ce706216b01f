import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from '../base/button.tsx';
import { TextField } from './field.tsx';
import { Form, type Submission } from './form.tsx';

type FieldProps = Omit<ComponentProps<typeof TextField>, 'value' | 'onChange'>;

/** Standard fields of accounts, with the autocomplete values that password managers use. */
const standardFields = {
  name: { label: 'Your name', autoComplete: 'name' },
  email: { label: 'Email', type: 'email', autoComplete: 'username' },
  password: { label: 'Password', type: 'password', autoComplete: 'current-password' },
  newPassword: {
    label: 'Password',
    name: 'password',
    type: 'password',
    autoComplete: 'new-password',
    help: 'At least 10 characters.',
  },
} satisfies Record<string, FieldProps>;

export type AccountField = keyof typeof standardFields | (FieldProps & { name: string });

/** The key of a field in the values, and its `param` in errors. */
function nameOf(field: AccountField): string {
  return typeof field === 'string' ? (field === 'newPassword' ? 'password' : field) : field.name;
}

/** The values of account fields, initially empty. */
export function useAccountValues() {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  return {
    value: (name: string) => values[name] ?? '',
    set: (name: string, value: string) => setValues((before) => ({ ...before, [name]: value })),
  };
}

interface AccountFieldsProps {
  fields: readonly AccountField[];
  values: ReturnType<typeof useAccountValues>;
}

export function AccountFields({ fields, values }: AccountFieldsProps) {
  return fields.map((field, index) => {
    const name = nameOf(field);
    return (
      <TextField
        key={name}
        name={name}
        {...(typeof field === 'string' ? standardFields[field] : field)}
        value={values.value(name)}
        onChange={(value) => values.set(name, value)}
        autoFocus={index === 0}
      />
    );
  });
}

/** Shows the email of the account, also to password managers. */
export function FixedEmail({ email }: { email: string }) {
  return (
    <TextField label="Email" value={email} onChange={() => undefined} readOnly autoComplete="username" />
  );
}

interface AccountFormProps extends AccountFieldsProps {
  submission: Submission;
  /** The button's label. */
  action: string;
  /** Above the fields. */
  children?: ReactNode;
}

/** A form of a page outside projects: sign-in, set-up, one-time links. */
export function AccountForm({ fields, values, submission, action, children }: AccountFormProps) {
  return (
    <Form submission={submission} fields={fields.map(nameOf)}>
      {children}
      <AccountFields fields={fields} values={values} />
      <Button type="submit" variant="primary" busy={submission.busy} autoFocus={fields.length === 0}>
        {action}
      </Button>
    </Form>
  );
}
