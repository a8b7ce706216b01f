import type { Attempt } from '../../../../src/delivery/queue/schema.ts';
import { Badge } from '../../components/base/badge.tsx';
import { Time } from '../../components/base/time.tsx';
import './endpoint.css';

/** One request to a receiver, and its response. */
export function AttemptView({ attempt, title }: { attempt: Attempt; title?: string }) {
  const { at, duration_ms, url, request_headers, status, response, error } = attempt;
  return (
    <article className="attempt">
      <header className="row">
        {title === undefined ? null : <h3>{title}</h3>}
        <Badge tone={error === null ? 'good' : 'bad'}>{status ?? 'No response'}</Badge>
        <span className="muted">
          <Time value={at} exact />, {duration_ms} ms
        </span>
      </header>
      {error === null ? null : <p className="attempt-error">{error}</p>}
      <h4>Request</h4>
      <pre className="code">
        {`POST ${url}\n`}
        {Object.entries(request_headers)
          .map(([name, value]) => `${name}: ${value}`)
          .join('\n')}
      </pre>
      <h4>Response</h4>
      <pre className="code">{response === '' ? 'Nothing' : response}</pre>
    </article>
  );
}
