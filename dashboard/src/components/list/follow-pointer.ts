interface Follower {
  onMove: (at: { x: number; y: number }) => void;
  /** Called once. `isDropped` is false if Escape or the system canceled the drag. */
  onEnd: (isDropped: boolean) => void;
}

/** Follows the pointer until it is released. Escape cancels. */
export function followPointer({ onMove, onEnd }: Follower): void {
  const controller = new AbortController();
  const { signal } = controller;
  const end = (isDropped: boolean) => {
    controller.abort();
    onEnd(isDropped);
  };
  document.addEventListener('pointermove', ({ clientX: x, clientY: y }) => onMove({ x, y }), { signal });
  document.addEventListener('pointerup', () => end(true), { signal });
  document.addEventListener('pointercancel', () => end(false), { signal });
  document.addEventListener('keydown', ({ key }) => (key === 'Escape' ? end(false) : undefined), { signal });
}
