import type { ApiKey } from '../../../../src/keys/schema.ts';
import { useProject, useProjectQuery } from '../../api/project.ts';
import { CopyText } from '../../components/copy.tsx';
import { Section } from '../../components/page.tsx';

/** The API in one command that works as it stands, when the project has a publishable key. */
export function FirstSteps() {
  const { role } = useProject();
  const keys = useProjectQuery<{ data: ApiKey[] }>('keys', '/keys', { enabled: role === 'owner' });
  const token = keys.data?.data.find(({ token, revoked_at }) => token !== null && revoked_at === null)?.token;
  return (
    <Section
      title="Read it from your site"
      intro={
        <>
          The project as the API sees it; <a href="/docs">the reference</a> has every endpoint.
          {token == null && role === 'owner' ? ' Make a publishable key first, under Keys.' : null}
        </>
      }
    >
      <CopyText
        text={`curl -H 'Authorization: Bearer ${token ?? '<API_KEY>'}' '${window.location.origin}/v1/introspection'`}
        label="Copy the command"
      />
    </Section>
  );
}
