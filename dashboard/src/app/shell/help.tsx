import { type Action, useOfferedActions } from '../../components/keyboard/actions.ts';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { Kbd } from '../../components/keyboard/kbd.tsx';
import './help.css';

const fixedShortcuts: readonly Pick<Action, 'id' | 'label' | 'group' | 'keys'>[] = [
  { id: 'rows-move', label: 'Next or previous row', group: 'Lists', keys: 'j k' },
  { id: 'rows-open', label: 'Open the row', group: 'Lists', keys: 'enter' },
  { id: 'rows-select', label: 'Select the row', group: 'Lists', keys: 'x' },
  { id: 'forms-send', label: 'Submit the form', group: 'Forms', keys: 'mod+enter' },
  { id: 'close', label: 'Close the dialog', group: 'Everywhere', keys: 'escape' },
];

/** All shortcuts of the current screen. */
export function Help({ onClose }: { onClose: () => void }) {
  const actions = [...useOfferedActions(), ...fixedShortcuts].filter(({ keys }) => keys !== undefined);
  const groups = Map.groupBy(actions, ({ group }) => group);
  return (
    <Dialog open onClose={onClose} title="Keyboard shortcuts" size="large">
      {/* Focusable, so that the keyboard can scroll it. */}
      <div className="help" tabIndex={0}>
        {[...groups].map(([group, members]) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {members.map(({ id, label, keys = '' }) => (
                <div key={id}>
                  <dt>{label}</dt>
                  <dd>
                    <Kbd keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
