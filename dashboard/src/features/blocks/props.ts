import type { DragOrder } from '../../components/list/drag-order.ts';
import type { Outline, OutlineItem } from './outline/outline.ts';

export interface BlockListProps {
  list: Outline;
  owner: string | null;
  listKey: string;
  /** How the list is called, with the way to it: "Sections, Group 2, Items". */
  label: string;
  level: number;
}

export interface RowProps {
  item: OutlineItem;
  owner: string | null;
  listKey: string;
  index: number;
  count: number;
  level: number;
  /** The way to the list. */
  path: string;
  isDragged: boolean;
  grip: DragOrder['grip'];
}
