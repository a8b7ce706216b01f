import { mergeAttributes, Node } from '@tiptap/core';
import { goToNextCell, tableEditing } from '@tiptap/pm/tables';

/** The names of the nodes in ProseMirror's table commands. */
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

const spanAttribute = (name: 'colspan' | 'rowspan') => ({
  default: 1,
  parseHTML(element: HTMLElement) {
    const value = Number(element.getAttribute(name) ?? 1);
    return Number.isInteger(value) && value >= 1 && value <= 1_000 ? value : 1;
  },
});

const createCell = (name: 'tableCell' | 'tableHeader', tag: 'td' | 'th') =>
  Node.create({
    name,
    content: 'block+',
    isolating: true,
    addAttributes: () => ({
      colspan: spanAttribute('colspan'),
      rowspan: spanAttribute('rowspan'),
      colwidth: { default: null, rendered: false },
    }),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, mergeAttributes(HTMLAttributes), 0],
  });

export const TableCell = createCell('tableCell', 'td');
export const TableHeader = createCell('tableHeader', 'th');
