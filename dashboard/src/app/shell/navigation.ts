import type { LinkProps } from '@tanstack/react-router';
import type { Area } from '../../../../src/contract/access.ts';
import {
  BookOpen,
  CalendarDays,
  ChartColumn,
  FileText,
  Folders,
  GitBranch,
  House,
  Image,
  KeyRound,
  Languages,
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
  /** Hidden in projects with one locale. */
  locales?: true;
  /** Hidden from members whose access does not include this area. */
  area?: Area;
  /** Hidden from members who are not owners. The API rejects their requests too. */
  owner?: true;
  /** Further words that find it in the palette. */
  keywords?: string;
  /** A sequence of two letters. */
  keys: string;
}

/** The items of the side navigation, in display order. The palette and the shortcuts use the same list. */
export const navigation: readonly NavItem[] = [
  {
    to: '/p/$projectId',
    label: 'Home',
    icon: House,
    group: 'Home',
    keywords: 'project overview',
    keys: 'g h',
  },
  {
    to: '/p/$projectId/calendar',
    label: 'Calendar',
    icon: CalendarDays,
    group: 'Content',
    keywords: 'schedule scheduled planned dates',
    keys: 'g l',
  },
  {
    to: '/p/$projectId/entries',
    label: 'Entries',
    icon: FileText,
    group: 'Content',
    area: 'content',
    keys: 'g e',
  },
  { to: '/p/$projectId/media', label: 'Media', icon: Image, group: 'Content', area: 'media', keys: 'g m' },
  {
    to: '/p/$projectId/content-types',
    label: 'Content types',
    icon: Shapes,
    group: 'Content',
    area: 'content',
    keys: 'g t',
  },
  {
    to: '/p/$projectId/translations',
    label: 'Translations',
    icon: Languages,
    group: 'Content',
    locales: true,
    keys: 'g n',
  },
  { to: '/p/$projectId/blog', label: 'Blog', icon: Newspaper, group: 'Modules', area: 'blog', keys: 'g b' },
  {
    to: '/p/$projectId/kb',
    label: 'Knowledge base',
    icon: BookOpen,
    group: 'Modules',
    area: 'kb',
    keys: 'g d',
  },
  {
    to: '/p/$projectId/categories',
    label: 'Categories',
    icon: Folders,
    group: 'Modules',
    area: 'blog',
    keys: 'g c',
  },
  {
    to: '/p/$projectId/authors',
    label: 'Authors',
    icon: UserRoundPen,
    group: 'Modules',
    area: 'authors',
    keys: 'g a',
  },
  {
    to: '/p/$projectId/releases',
    label: 'Releases',
    icon: GitBranch,
    group: 'Project',
    area: 'project',
    keywords: 'schedule promote project',
    keys: 'g r',
  },
  {
    to: '/p/$projectId/trash',
    label: 'Trash',
    icon: Trash2,
    group: 'Project',
    keywords: 'project deleted restore',
    keys: 'g x',
  },
  {
    to: '/p/$projectId/keys',
    label: 'Keys',
    icon: KeyRound,
    group: 'Project',
    owner: true,
    keywords: 'project api',
    keys: 'g k',
  },
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
    keywords: 'project people team roles',
    keys: 'g u',
  },
  {
    to: '/p/$projectId/audit',
    label: 'Audit log',
    icon: ScrollText,
    group: 'Project',
    owner: true,
    keywords: 'project history activity',
    keys: 'g o',
  },
  {
    to: '/p/$projectId/usage',
    label: 'Usage',
    icon: ChartColumn,
    group: 'Project',
    owner: true,
    keywords: 'project limits',
    keys: 'g q',
  },
  {
    to: '/p/$projectId/settings',
    label: 'Settings',
    icon: Settings,
    group: 'Project',
    owner: true,
    keywords: 'project name address',
    keys: 'g s',
  },
];
