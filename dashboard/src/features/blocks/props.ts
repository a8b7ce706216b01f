import type { DragOrder } from '../../components/list/drag-order.ts';
import type { Outline, OutlineItem } from './outline/outline.ts';

export interface BlockListProps {
  list: Outline;
  owner: string | null;
  listKey: string;
  /** The names of the list and of the blocks around it: "Sections, Group 2, Items". */
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
  /** The label of the list: "Sections, Group 2, Items". */
  listLabel: string;
  isDragged: boolean;
  grip: DragOrder['grip'];
}
