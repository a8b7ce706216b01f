import { useState } from 'react';
import type { Scopes } from '../../../../src/contract/access.ts';
import type { ApiKey, CreateApiKey } from '../../../../src/accounts/keys/schema.ts';
import { useProjectMutation } from '../../api/project.ts';
import { CopyDialog } from '../../components/overlay/copy-dialog.tsx';
import { CheckField, SelectField, TextArea, TextField } from '../../components/form/field.tsx';
import { useSubmit } from '../../components/form/form.tsx';
import { FormDialog } from '../../components/overlay/form-dialog.tsx';
import { AccessFields } from './access-fields.tsx';
import { originsHelp, parseOrigins } from './origins.ts';

interface CreatedKey {
  key: ApiKey;
  token: string;
}

const daysChoices = ['', '1', '7', '30', '90'] as const;

export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const [purpose, setPurpose] = useState<CreateApiKey['purpose']>('publishable');
  const [name, setName] = useState('');
  const [origins, setOrigins] = useState('');
  const [days, setDays] = useState('');
  const [scopes, setScopes] = useState<Scopes | null>(null);
  const [createdKey, setCreatedKey] = useState<CreatedKey | null>(null);
  const create = useProjectMutation(['keys'], (api, input: CreateApiKey) =>
    api.post<CreatedKey>('/keys', input),
  );
  const submission = useSubmit(async () => {
    const limits =
      purpose === 'publishable'
        ? { origins: parseOrigins(origins) }
        : { expires_in_days: days === '' ? null : Number(days) };
    setCreatedKey(await create.mutateAsync({ purpose, name: name.trim(), scopes, ...limits }));
  });
  const choosePurpose = (next: CreateApiKey['purpose']) => {
    setPurpose(next);
    setScopes(null); // the options depend on the purpose
  };
  if (createdKey !== null) return <CreatedKeyDialog createdKey={createdKey} onClose={onClose} />;
  return (
    <FormDialog
      onClose={onClose}
      title="New key"
      submission={submission}
      fields={['purpose', 'name', 'origins', 'expires_in_days']}
      action="Create key"
    >
      <TextField
        label="Name"
        name="name"
        value={name}
        onChange={setName}
        placeholder="Website, import script"
        help="A name you’ll recognize, for example “Website”."
        autoFocus
      />
      <fieldset className="choices">
        <legend>Kind</legend>
        <CheckField
          type="radio"
          name="purpose"
          label="Publishable"
          help="Reads published content. Safe to use in browsers and apps."
          checked={purpose === 'publishable'}
          onChange={() => choosePurpose('publishable')}
        />
        <CheckField
          type="radio"
          name="purpose"
          label="Secret"
          help="Reads and writes. Keep it on your servers."
          checked={purpose === 'secret'}
          onChange={() => choosePurpose('secret')}
        />
      </fieldset>
      <AccessFields purpose={purpose} value={scopes} onChange={setScopes} />
      {purpose === 'publishable' ? (
        <TextArea
          label="Origins"
          name="origins"
          value={origins}
          onChange={setOrigins}
          help={originsHelp}
          placeholder="https://example.com"
        />
      ) : (
        <SelectField
          label="Expires"
          name="expires_in_days"
          value={days}
          onChange={setDays}
          help="A session key expires. Use a service key for a program that keeps running."
        >
          {daysChoices.map((choice) => (
            <option key={choice} value={choice}>
              {choice === ''
                ? 'Never (service key)'
                : choice === '1'
                  ? 'After 1 day'
                  : `After ${choice} days`}
            </option>
          ))}
        </SelectField>
      )}
    </FormDialog>
  );
}

function CreatedKeyDialog({ createdKey, onClose }: { createdKey: CreatedKey; onClose: () => void }) {
  const isSecret = createdKey.key.purpose === 'secret';
  return (
    <CopyDialog
      onClose={onClose}
      title={isSecret ? 'Copy your key now' : 'The key is ready'}
      description={
        isSecret
          ? 'You won’t see this key again. Galley stores only a hash of it. If you lose it, create a new one.'
          : 'You can copy it again from the list.'
      }
      text={createdKey.token}
      label="Copy the key"
    />
  );
}
