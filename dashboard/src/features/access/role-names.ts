import type { Role } from '../../../../src/contract/access.ts';

export const roleNames: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  editor: 'Editor',
  author: 'Author',
  viewer: 'Viewer',
};

/** The role in a sentence: "is an owner now". */
export const roleWords: Readonly<Record<Role, string>> = {
  owner: 'an owner',
  editor: 'an editor',
  author: 'an author',
  viewer: 'a viewer',
};

/** The permissions of each role, for the choice of a role. */
export const roleHelp: Readonly<Record<Role, string>> = {
  owner: 'Can do everything, with members, keys and settings.',
  editor: 'Writes, publishes and deletes content and media.',
  author: 'Writes drafts and uploads files. Someone else publishes them.',
  viewer: 'Reads everything, drafts too, and changes nothing.',
};
