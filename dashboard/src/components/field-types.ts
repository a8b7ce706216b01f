import {
  AlignLeft,
  Calendar,
  CircleDot,
  FileText,
  Globe,
  Hash,
  Image,
  Images,
  Link2,
  List,
  type LucideIcon,
  SquareArrowOutUpRight,
  SquareStack,
  ToggleLeft,
  Type,
} from 'lucide-react';
import type { FieldType } from '../../../src/contract/field-types.ts';

interface FieldTypeInfo {
  name: string;
  /** What one would choose it for. */
  purpose: string;
  icon: LucideIcon;
  group: 'Text' | 'Facts' | 'Media' | 'Links';
}

/** How each field type is shown to people. */
export const fieldTypeInfo: Readonly<Record<FieldType, FieldTypeInfo>> = {
  string: { name: 'Short text', purpose: 'One line: a title, a name, a code.', icon: Type, group: 'Text' },
  text: { name: 'Long text', purpose: 'Several lines without formatting.', icon: AlignLeft, group: 'Text' },
  richtext: {
    name: 'Rich text',
    purpose: 'A formatted document with headings, lists, pictures.',
    icon: FileText,
    group: 'Text',
  },
  number: { name: 'Number', purpose: 'A price, an amount, a rank.', icon: Hash, group: 'Facts' },
  boolean: { name: 'Yes or no', purpose: 'On or off.', icon: ToggleLeft, group: 'Facts' },
  date: { name: 'Date', purpose: 'A day, or a moment with its time.', icon: Calendar, group: 'Facts' },
  select: { name: 'Choice', purpose: 'One of a fixed list.', icon: CircleDot, group: 'Facts' },
  url: {
    name: 'Web address',
    purpose: 'A link to a web page or an email address.',
    icon: Globe,
    group: 'Facts',
  },
  image: { name: 'Image', purpose: 'One picture.', icon: Image, group: 'Media' },
  gallery: { name: 'Gallery', purpose: 'Several pictures in order.', icon: Images, group: 'Media' },
  link: {
    name: 'Link to a module',
    purpose: 'An author, a blog or knowledge base article.',
    icon: Link2,
    group: 'Links',
  },
  link_list: { name: 'List of links', purpose: 'Several of the same, in order.', icon: List, group: 'Links' },
  reference: {
    name: 'Reference',
    purpose: 'One entry of another collection.',
    icon: SquareArrowOutUpRight,
    group: 'Links',
  },
  reference_list: {
    name: 'List of references',
    purpose: 'Several entries, in order.',
    icon: SquareStack,
    group: 'Links',
  },
};
