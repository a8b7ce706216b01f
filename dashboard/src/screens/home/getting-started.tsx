import { Link, type LinkProps } from '@tanstack/react-router';
import { Circle, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import type { Home } from '../../../../src/dashboard/api/schema.ts';
import { useProject } from '../../api/project.ts';
import { Button } from '../../components/base/button.tsx';
import { Section } from '../../components/layout/page.tsx';
import './home.css';

type Steps = NonNullable<Home['steps']>;

const steps: readonly { key: keyof Steps; label: string; to: NonNullable<LinkProps['to']> }[] = [
  { key: 'type', label: 'Create a content type', to: '/p/$projectId/content-types' },
  { key: 'entry', label: 'Write the first entry', to: '/p/$projectId/entries' },
  { key: 'key', label: 'Create an API key', to: '/p/$projectId/keys' },
  { key: 'preview', label: 'Set the preview URL of your site', to: '/p/$projectId/settings' },
  { key: 'member', label: 'Invite a member', to: '/p/$projectId/members' },
  { key: 'webhook', label: 'Create a webhook', to: '/p/$projectId/webhooks' },
];

/** The checklist of a new project. Hidden when all steps are done, or when the person hides it in this browser. */
export function GettingStarted({ done }: { done: Steps }) {
  const { id: projectId } = useProject();
  const storageKey = `galley:steps-hidden:${projectId}`;
  const [isHidden, setHidden] = useState(() => localStorage.getItem(storageKey) !== null);
  const count = steps.filter(({ key }) => done[key]).length;
  if (isHidden || count === steps.length) return null;
  const hide = () => {
    localStorage.setItem(storageKey, 'yes');
    setHidden(true);
  };
  return (
    <Section
      title="Getting started"
      intro={`${count} of ${steps.length} done`}
      actions={
        <Button variant="quiet" onClick={hide}>
          Hide
        </Button>
      }
    >
      <ul className="boxed-list">
        {steps.map(({ key, label, to }) => (
          <li key={key}>
            <span className="boxed-title step">
              {done[key] ? (
                <CircleCheck size={16} aria-label="Done" className="step-done" />
              ) : (
                <Circle size={16} aria-hidden />
              )}
              {done[key] ? (
                label
              ) : (
                <Link to={to} params={{ projectId }}>
                  {label}
                </Link>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
