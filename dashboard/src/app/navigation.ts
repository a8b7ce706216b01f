import type { LinkProps } from '@tanstack/react-router';
import {
  BookOpen,
  CalendarDays,
  FileText,
  Folders,
  GitBranch,
  House,
  Image,
  KeyRound,
  type LucideIcon,
  Newspaper,
  Radio,
  ScrollText,
  Settings,
  Shapes,
  Trash2,
  UserRoundPen,
  UsersRound,
  Webhook,
} from 'lucide-react';

export interface NavItem {
  to: NonNullable<LinkProps['to']>;
  label: string;
  icon: LucideIcon;
  group: 'Home' | 'Content' | 'Modules' | 'Project';
  /** Only owners see it; the API refuses editors whatever is shown. */
  owner?: true;
  /** Two letters, one after the other. */
  keys: string;
}

/** The side navigation, in its order. The palette and the shortcuts are made from the same rows. */
export const navigation: readonly NavItem[] = [
  { to: '/p/$projectId', label: 'Home', icon: House, group: 'Home', keys: 'g h' },
  { to: '/p/$projectId/calendar', label: 'Calendar', icon: CalendarDays, group: 'Content', keys: 'g l' },
  { to: '/p/$projectId/entries', label: 'Entries', icon: FileText, group: 'Content', keys: 'g e' },
  { to: '/p/$projectId/media', label: 'Media', icon: Image, group: 'Content', keys: 'g m' },
  { to: '/p/$projectId/content-types', label: 'Content types', icon: Shapes, group: 'Content', keys: 'g t' },
  { to: '/p/$projectId/blog', label: 'Blog', icon: Newspaper, group: 'Modules', keys: 'g b' },
  { to: '/p/$projectId/kb', label: 'Knowledge base', icon: BookOpen, group: 'Modules', keys: 'g d' },
  {
    to: '/p/$projectId/categories',
    label: 'Categories',
    icon: Folders,
    group: 'Modules',
    keys: 'g c',
  },
  { to: '/p/$projectId/authors', label: 'Authors', icon: UserRoundPen, group: 'Modules', keys: 'g a' },
  { to: '/p/$projectId/releases', label: 'Releases', icon: GitBranch, group: 'Project', keys: 'g r' },
  { to: '/p/$projectId/trash', label: 'Trash', icon: Trash2, group: 'Project', keys: 'g x' },
  { to: '/p/$projectId/keys', label: 'Keys', icon: KeyRound, group: 'Project', owner: true, keys: 'g k' },
  {
    to: '/p/$projectId/webhooks',
    label: 'Webhooks',
    icon: Webhook,
    group: 'Project',
    owner: true,
    keys: 'g w',
  },
  {
    to: '/p/$projectId/delivery',
    label: 'Delivery',
    icon: Radio,
    group: 'Project',
    owner: true,
    keys: 'g y',
  },
  {
    to: '/p/$projectId/members',
    label: 'Members',
    icon: UsersRound,
    group: 'Project',
    owner: true,
    keys: 'g u',
  },
  {
    to: '/p/$projectId/audit',
    label: 'Audit log',
    icon: ScrollText,
    group: 'Project',
    owner: true,
    keys: 'g o',
  },
  {
    to: '/p/$projectId/settings',
    label: 'Settings',
    icon: Settings,
    group: 'Project',
    owner: true,
    keys: 'g s',
  },
];
