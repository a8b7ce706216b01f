import type { KbOutline } from '../../../../src/modules/kb/editor/schema.ts';

interface ContainerOptionsProps {
  outline: Pick<KbOutline, 'data'>;
  /** Whether sections can be chosen too. */
  withSections: boolean;
}

/** The collections and sections of the knowledge base as options of a select, in their order. */
export function ContainerOptions({ outline, withSections }: ContainerOptionsProps) {
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

/** How the body of a write names a container. */
export function containerBody(
  containerId: string,
): { section: string } | { collection: string; section: null } {
  return containerId.startsWith('kbs_')
    ? { section: containerId }
    : { collection: containerId, section: null };
}
