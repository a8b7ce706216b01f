interface Follower {
  onMove: (at: { x: number; y: number }) => void;
  /** Called once; not dropped where Escape or the system ended it. */
  onEnd: (isDropped: boolean) => void;
}

/** Follows the pointer from a press on until it is released; Escape ends it early. */
export function followPointer({ onMove, onEnd }: Follower): void {
  const ending = new AbortController();
  const { signal } = ending;
  const end = (isDropped: boolean) => {
    ending.abort();
    onEnd(isDropped);
  };
  document.addEventListener('pointermove', ({ clientX: x, clientY: y }) => onMove({ x, y }), { signal });
  document.addEventListener('pointerup', () => end(true), { signal });
  document.addEventListener('pointercancel', () => end(false), { signal });
  document.addEventListener('keydown', ({ key }) => (key === 'Escape' ? end(false) : undefined), { signal });
}
