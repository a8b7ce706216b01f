import { useState } from 'react';
import type { CreateTarget, ShownTarget, TargetWithSecret } from '../../../../src/delivery/purges/schema.ts';
import { useProjectMutation } from '../../api/project.ts';
import { CheckField, SelectField, TextField } from '../../components/form/field.tsx';
import { useSubmit } from '../../components/form/form.tsx';
import { FormDialog } from '../../components/overlay/form-dialog.tsx';
import { SecretDialog } from '../../features/delivery/secret-dialog.tsx';
import { toast } from '../../components/overlay/toast.tsx';
import { formatNames } from './words.ts';

type Format = ShownTarget['format'];

interface Input {
  format: Format;
  url: string;
  service: string;
  token: string;
  repeats: boolean;
}

const serviceLabels: Readonly<Partial<Record<Format, string>>> = {
  fastly: 'Fastly service id',
  cloudflare: 'Cloudflare zone id',
};

/** The request body: only the properties that the format has. */
function bodyOf({ format, url, service, token, repeats }: Input): CreateTarget {
  return {
    format,
    ...(serviceLabels[format] === undefined ? { url: url.trim() } : { service: service.trim() }),
    ...(format === 'signed' ? {} : { token: token.trim() }),
    ...(repeats ? {} : { repeat_seconds: [] }),
  };
}

export function CreateTargetDialog({ onClose }: { onClose: () => void }) {
  const [value, setValue] = useState<Input>({
    format: 'signed',
    url: '',
    service: '',
    token: '',
    repeats: true,
  });
  const [secret, setSecret] = useState<string | null>(null);
  const create = useProjectMutation(['delivery'], (api, input: CreateTarget) =>
    api.post<TargetWithSecret>('/purge-targets', input),
  );
  const submission = useSubmit(async () => {
    const target = await create.mutateAsync(bodyOf(value));
    toast('Purge target added');
    if (target.secret === null) onClose();
    else setSecret(target.secret);
  });
  const change = (part: Partial<Input>) => setValue((before) => ({ ...before, ...part }));
  if (secret !== null) return <SecretDialog secret={secret} onClose={onClose} />;
  const isEmpty = Object.values(bodyOf(value)).includes('');
  return (
    <FormDialog
      onClose={onClose}
      title="New purge target"
      description="The first purge clears everything; later ones only what changed."
      submission={submission}
      fields={['format', 'url', 'service', 'token']}
      action="Add purge target"
      disabled={isEmpty}
    >
      <TargetFields value={value} onChange={change} />
    </FormDialog>
  );
}

function TargetFields({ value, onChange }: { value: Input; onChange: (part: Partial<Input>) => void }) {
  const { format } = value;
  const serviceLabel = serviceLabels[format];
  return (
    <>
      <SelectField
        label="Receiver"
        name="format"
        value={format}
        onChange={(chosen) => onChange({ format: chosen as Format })}
        autoFocus
      >
        {Object.entries(formatNames).map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </SelectField>
      {serviceLabel === undefined ? (
        <TextField
          label="URL"
          name="url"
          type="url"
          inputMode="url"
          value={value.url}
          onChange={(url) => onChange({ url })}
          placeholder="https://example.com/purge"
          spellCheck={false}
        />
      ) : (
        <TextField
          label={serviceLabel}
          name="service"
          value={value.service}
          onChange={(service) => onChange({ service })}
          spellCheck={false}
          autoComplete="off"
        />
      )}
      {format === 'signed' ? null : (
        <TextField
          label="Token"
          name="token"
          type="password"
          value={value.token}
          onChange={(token) => onChange({ token })}
          help="Galley authenticates with it. You won’t see it again."
          autoComplete="off"
        />
      )}
      <CheckField
        label="Repeat each purge after 2 and 10 seconds"
        help="Catches pages that are being cached at that moment. Next.js needs no repeats."
        checked={value.repeats}
        onChange={(repeats) => onChange({ repeats })}
      />
    </>
  );
}
