import { type ChildProcess, fork, type Serializable } from 'node:child_process';

interface Waiting {
  resolve: (answer: unknown) => void;
  reject: (error: Error) => void;
}

/** A helper process that runs one order at a time. */
export class Helper {
  readonly pid: number;
  readonly #child: ChildProcess;
  #waiting: Waiting | null = null;

  constructor(file: URL) {
    this.#child = fork(file, { execArgv: ['--import', 'tsx'] });
    this.pid = this.#child.pid ?? 0;
    this.#child.on('message', (answer) => this.#waiting?.resolve(answer));
    this.#child.on('exit', () => this.#waiting?.reject(new Error(`${file.pathname} ended by itself`)));
  }

  /** Sends an order and waits for its result. The comment in the helper's file describes both. */
  ask(order: Serializable): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#child.send(order);
    });
  }

  stop(): void {
    this.#waiting = null;
    this.#child.kill();
  }
}
