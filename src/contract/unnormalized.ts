/** A unique value that stays in another Unicode form than NFC, because another entry has it in NFC. */
export interface UnnormalizedValue {
  release_id: string;
  type: string;
  /** The entry whose value stays as it was. */
  id: string;
  field: string;
  /** The entry that has the value in NFC. */
  holder: string;
}
