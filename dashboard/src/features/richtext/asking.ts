/** What the editor asks for in front of the text. */
export type Asking = 'link' | 'picture' | null;
