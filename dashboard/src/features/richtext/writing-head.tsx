import { Minimize2 } from 'lucide-react';
import { IconButton } from '../../components/base/button.tsx';
import { useFieldHost } from '../fields/context.ts';
import { writingButton } from './writing-page.ts';

/** The title above the text on its writing page, and the button that leaves the page. */
export function WritingHead({ onLeave }: { onLeave: () => void }) {
  const { title } = useFieldHost();
  return (
    <>
      <IconButton
        className="richtext-leave"
        label="Leave the writing page"
        icon={Minimize2}
        onClick={onLeave}
        {...writingButton}
      />
      <p className="writing-title" aria-hidden>
        {title}
      </p>
    </>
  );
}
