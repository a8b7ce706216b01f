import type { KbOutline } from '../../../../src/modules/kb/editor/schema.ts';

interface ShelfOptionsProps {
  outline: Pick<KbOutline, 'data'>;
  /** Whether sections can be chosen too. */
  withSections: boolean;
}

/** The shelves of the knowledge base as options of a select, in their order. */
export function ContainerOptions({ outline, withSections }: ShelfOptionsProps) {
  return outline.data.flatMap(({ id, title, sections }) => [
    <option key={id} value={id}>
      {title}
    </option>,
    ...(withSections ? sections : []).map((section) => (
      <option key={section.id} value={section.id}>
        {`${title} › ${section.title}`}
      </option>
    )),
  ]);
}

/** How the body of a write names a shelf. */
export function containerBody(shelf: string): { section: string } | { collection: string; section: null } {
  return shelf.startsWith('kbs_') ? { section: shelf } : { collection: shelf, section: null };
}
