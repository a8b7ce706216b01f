import './kbd.css';

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
const names: Readonly<Record<string, string>> = {
  mod: isApple ? '⌘' : 'Ctrl',
  shift: isApple ? '⇧' : 'Shift',
  alt: isApple ? '⌥' : 'Alt',
  enter: '↵',
  escape: 'Esc',
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
};

/** A shortcut as this machine's keyboard is labelled: `mod+k`, `g then h` written `g h`. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <span className="kbd-keys">
      {keys.split(/[+ ]/).map((key) => (
        <kbd key={key}>{names[key] ?? key.toUpperCase()}</kbd>
      ))}
    </span>
  );
}
