/** The dialog of the editor that is open. */
export type EditorDialog = 'link' | 'image' | null;
