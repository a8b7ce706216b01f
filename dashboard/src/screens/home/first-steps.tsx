import type { ApiKey } from '../../../../src/accounts/keys/schema.ts';
import { useProject, useProjectQuery } from '../../api/project.ts';
import { CopyText } from '../../components/base/copy.tsx';
import { Section } from '../../components/layout/page.tsx';

/** A command that calls the API. It contains the project's publishable key if there is one. */
export function FirstSteps() {
  const { role } = useProject();
  const keys = useProjectQuery<{ data: ApiKey[] }>('keys', '/keys', { enabled: role === 'owner' });
  const token = keys.data?.data.find(({ token, revoked_at }) => token !== null && revoked_at === null)?.token;
  return (
    <Section
      title="Use the API"
      intro={
        <>
          Read this project’s description. <a href="/docs">The reference</a> lists every endpoint.
          {token == null && role === 'owner' ? ' Create a publishable key under Keys first.' : null}
        </>
      }
    >
      <CopyText
        text={`curl -H 'Authorization: Bearer ${token ?? '<API_KEY>'}' '${window.location.origin}/v1/introspection.txt'`}
        label="Copy the command"
      />
    </Section>
  );
}
