import { mergeAttributes, Node } from '@tiptap/core';
import { goToNextCell, tableEditing } from '@tiptap/pm/tables';

/** What ProseMirror's table commands call the nodes. */
const roles: Readonly<Record<string, string>> = {
  table: 'table',
  tableRow: 'row',
  tableHeader: 'header_cell',
  tableCell: 'cell',
};

export const Table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: ({ HTMLAttributes }) => ['table', mergeAttributes(HTMLAttributes), ['tbody', 0]],
  extendNodeSchema: ({ name }: { name: string }) => (name in roles ? { tableRole: roles[name] } : {}),
  addProseMirrorPlugins: () => [tableEditing()],
  addKeyboardShortcuts() {
    const go = (direction: 1 | -1) => goToNextCell(direction)(this.editor.state, this.editor.view.dispatch);
    return { Tab: () => go(1), 'Shift-Tab': () => go(-1) };
  },
});

export const TableRow = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)*',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: ({ HTMLAttributes }) => ['tr', mergeAttributes(HTMLAttributes), 0],
});

const span = (name: 'colspan' | 'rowspan') => ({
  default: 1,
  parseHTML(element: HTMLElement) {
    const wanted = Number(element.getAttribute(name) ?? 1);
    return Number.isInteger(wanted) && wanted >= 1 && wanted <= 1_000 ? wanted : 1;
  },
});

const cellOf = (name: 'tableCell' | 'tableHeader', tag: 'td' | 'th') =>
  Node.create({
    name,
    content: 'block+',
    isolating: true,
    addAttributes: () => ({
      colspan: span('colspan'),
      rowspan: span('rowspan'),
      colwidth: { default: null, rendered: false },
    }),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, mergeAttributes(HTMLAttributes), 0],
  });

export const TableCell = cellOf('tableCell', 'td');
export const TableHeader = cellOf('tableHeader', 'th');
