import type { Action } from '../../../components/keyboard/actions.ts';

const group = 'A block’s row';
const keys: readonly (readonly [string, string])[] = [
  ['arrowright', 'Open the block'],
  ['arrowleft', 'Close the block, or go to the one around it'],
  ['alt+arrowup', 'Move the block up'],
  ['alt+arrowdown', 'Move the block down'],
  ['a', 'Insert a block below'],
  ['d', 'Duplicate the block'],
  ['m', 'Move the block to another list'],
  ['delete', 'Remove the block'],
  ['mod+c', 'Copy the block'],
  ['mod+x', 'Cut the block'],
  ['mod+v', 'Paste a block below'],
];

/** The keys of a row for the keyboard help; `onRowKey` handles them. */
export const rowHelp: readonly Action[] = keys.map(([pressed, label]) => ({
  id: `block-${pressed}`,
  label,
  group,
  keys: pressed,
  onlyKeys: true,
  onlyHelp: true,
  run: () => undefined,
}));
