import { useQuery } from '@tanstack/react-query';
import { ApiProblem, messageOf } from '../api/problem.ts';
import { projectKey, useProject, useProjectApi } from '../api/project.ts';
import { CopyButton } from '../components/copy.tsx';

interface JsonViewProps {
  /** The path of the API. */
  address: string;
  revision: number;
  status: string;
}

/** API response for this item, to the letter: what readers get, or why they get nothing. */
export function JsonView({ address, revision, status }: JsonViewProps) {
  const api = useProjectApi();
  const project = useProject();
  const { data, error } = useQuery({
    queryKey: projectKey(project, 'content', 'json', address, revision, status),
    queryFn: async ({ signal }) => {
      try {
        return { status: 200, body: await api.get<unknown>(address, {}, signal) };
      } catch (problem) {
        if (problem instanceof ApiProblem) return { status: problem.status, body: { error: problem.first } };
        throw problem;
      }
    },
  });
  const text = data === undefined ? '' : JSON.stringify(data.body, null, 2);
  return (
    <section className="json-view" aria-label="API response">
      <header>
        <code>GET {address}</code>
        <span>{data?.status}</span>
        <CopyButton text={text} label="Copy the response" />
      </header>
      <pre tabIndex={0}>{error === null ? text : messageOf(error)}</pre>
    </section>
  );
}
