import './kbd.css';

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** Whether the key for shortcuts is held: ⌘ on a Mac, where Ctrl moves the cursor, otherwise Ctrl. */
export function isModHeld({ metaKey, ctrlKey }: { metaKey: boolean; ctrlKey: boolean }): boolean {
  return isApple ? metaKey : ctrlKey;
}

const names: Readonly<Record<string, string>> = {
  mod: isApple ? '⌘' : 'Ctrl',
  shift: isApple ? '⇧' : 'Shift',
  alt: isApple ? '⌥' : 'Alt',
  enter: '↵',
  escape: 'Esc',
  delete: 'Del',
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
};

/** Shows a shortcut such as `mod+k` or `g h` with the key names of this operating system. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <span className="kbd-keys">
      {keys.split(/[+ ]/).map((key) => (
        <kbd key={key}>{names[key] ?? key.toUpperCase()}</kbd>
      ))}
    </span>
  );
}
