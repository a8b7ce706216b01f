import { useState } from 'react';
import type { KbOutline } from '../../../../src/modules/kb/editor/schema.ts';
import { SelectField } from '../../components/form/field.tsx';
import { articleModules } from '../../features/articles/list/article-modules.ts';
import { NewArticleDialog } from '../../features/articles/list/new-article.tsx';
import { containerBody, ContainerOptions } from '../../features/kb/container-options.tsx';

interface NewKbArticleProps {
  outline: Pick<KbOutline, 'data'>;
  /** The initially selected collection or section; null selects the first collection. */
  container: string | null;
  onClose: () => void;
}

export function NewKbArticle({ outline, container, onClose }: NewKbArticleProps) {
  const [chosen, setChosen] = useState(container ?? outline.data[0]?.id ?? '');
  return (
    <NewArticleDialog
      articles={articleModules.kb}
      body={containerBody(chosen)}
      fields={['collection', 'section']}
      onClose={onClose}
    >
      <SelectField label="Location" name="collection" value={chosen} onChange={setChosen}>
        <ContainerOptions outline={outline} withSections />
      </SelectField>
    </NewArticleDialog>
  );
}
