import { Search } from 'lucide-react';
import { type Ref, useEffect, useRef, useState } from 'react';
import './list-tools.css';

interface SearchFieldProps {
  ref: Ref<HTMLInputElement>;
  value: string;
  onChange: (value: string) => void;
  /** Read aloud. */
  label: string;
}

const pauseMs = 200;

/** Looks for words when the typing rests. */
export function SearchField({ ref, value, onChange, label }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onChange(text.trim()), pauseMs);
  };
  return (
    <span className="search-field">
      <Search size={15} aria-hidden />
      <input
        ref={ref}
        type="search"
        className="input"
        aria-label={label}
        placeholder="Search"
        value={typed}
        onChange={(event) => type(event.target.value)}
      />
    </span>
  );
}
