import { Plus } from 'lucide-react';
import { Button } from '../../components/base/button.tsx';
import { Menu, MenuItem } from '../../components/overlay/menu.tsx';
import { useCreateActions } from '../palette/create-actions.ts';
import { useListedTypes } from './listed-types.ts';

/** A menu of everything that the member may create. */
export function NewMenu() {
  const actions = useCreateActions(useListedTypes() ?? []);
  return (
    <Menu
      align="start"
      trigger={
        <Button needs="draft" icon={Plus} className="new-button">
          New
        </Button>
      }
    >
      {actions.map(({ id, label, icon, run }) => (
        <MenuItem key={id} {...(icon === undefined ? {} : { icon })} onSelect={run}>
          {nounOf(label)}
        </MenuItem>
      ))}
    </Menu>
  );
}

/** `New blog article` -> `Blog article`, `New entry: Recipe` -> `Recipe`. */
function nounOf(label: string): string {
  const noun = label.replace(/^New (?:entry: )?/, '');
  return `${noun.slice(0, 1).toUpperCase()}${noun.slice(1)}`;
}
