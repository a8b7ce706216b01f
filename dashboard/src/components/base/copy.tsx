import { Check, Copy as CopyIcon } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from './button.tsx';
import { toastError } from '../overlay/toast.tsx';
import './copy.css';

function useCopy(text: string) {
  const [isCopied, setCopied] = useState(false);
  const copy = () => {
    navigator.clipboard.writeText(text).then(() => {
      setCopied(true);
      setTimeout(() => setCopied(false), 1_500);
    }, toastError);
  };
  return { isCopied, copy };
}

/** Copies a text that is not shown, and confirms it. */
export function CopyAction({ text, label }: { text: string; label: string }) {
  const { isCopied, copy } = useCopy(text);
  return (
    <div>
      <Button variant="quiet" icon={isCopied ? Check : CopyIcon} onClick={copy}>
        {isCopied ? 'Copied' : label}
      </Button>
    </div>
  );
}

/** Copies a text and confirms it. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const { isCopied, copy } = useCopy(text);
  return <IconButton label={isCopied ? 'Copied' : label} icon={isCopied ? Check : CopyIcon} onClick={copy} />;
}

/** A token, id or command with a copy button. */
export function CopyText({ text, label }: { text: string; label?: string }) {
  return (
    <div className="copy-text">
      <code>{text}</code>
      <CopyButton text={text} {...(label === undefined ? {} : { label })} />
    </div>
  );
}
