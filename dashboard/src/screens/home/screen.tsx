import { useProject } from '../../api/project.ts';
import { CopyText } from '../../components/copy.tsx';
import { Page, Section } from '../../components/page.tsx';

export function HomeScreen() {
  const { name } = useProject();
  return (
    <Page title={name} width="text">
      <Section title="First steps" intro="Ask the API for what it knows about this project.">
        <CopyText
          text={`curl -H 'Authorization: Bearer <API_KEY>' '${window.location.origin}/v1/introspection'`}
          label="Copy the command"
        />
      </Section>
    </Page>
  );
}
