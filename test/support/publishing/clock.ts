import type { TestService } from '../service.ts';

/** The clock of a service that this file has for itself, put to a moment; it stands still there. */
export function setClock({ app }: TestService, at: Date | number): void {
  const moment = new Date(at);
  app.clock.now = () => new Date(moment);
}
