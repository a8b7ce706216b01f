import { Search } from 'lucide-react';
import { type Ref, useEffect, useRef, useState } from 'react';
import './list-tools.css';

interface SearchFieldProps {
  ref: Ref<HTMLInputElement>;
  value: string;
  onChange: (value: string) => void;
  /** For screen readers. */
  label: string;
}

const pauseMs = 200;

/** A search field that reports its text after a pause in typing. */
export function SearchField({ ref, value, onChange, label }: SearchFieldProps) {
  const [input, setInput] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const change = (text: string) => {
    setInput(text);
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
        value={input}
        onChange={(event) => change(event.target.value)}
      />
    </span>
  );
}
