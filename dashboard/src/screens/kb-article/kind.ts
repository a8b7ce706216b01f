import { authorsField, coverField } from '../../features/articles/fields/fields.ts';
import { articleModules } from '../../features/articles/list/article-modules.ts';
import type { ArticleKind } from '../../features/articles/kind.ts';
import { ArchiveItem } from './archive-item.tsx';
import { ContainerWidget } from './container-field.tsx';
import { ReviewPanel } from './review-panel.tsx';

export const kbKind: ArticleKind = {
  ...articleModules.kb,
  fields: [
    {
      key: 'section',
      label: 'Location',
      type: 'string',
      options: { required: true },
      widget: ContainerWidget,
    },
    coverField,
    authorsField,
    {
      key: 'review_interval_days',
      label: 'Review every',
      type: 'number',
      options: { integer: true, help: 'Days. Defaults to the interval in the project’s settings.' },
    },
  ],
  Panel: ReviewPanel,
  MenuItems: ArchiveItem,
};
