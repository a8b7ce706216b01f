/** An error code: its status, the message and the longer text of its page. */
export interface ErrorRow<D extends object> {
  status: number;
  message: (detail: D) => string;
  doc: string;
}

export function row<D extends object = object>(
  status: number,
  message: (detail: D) => string,
  doc: string,
): ErrorRow<D> {
  return { status, message, doc };
}
