/** A person is asked to prove who they are, before what they began goes on. */
export interface ProofRequest {
  what: 'password' | 'code';
  title: string;
  /** Sends what was typed. @throws ApiError when it is wrong; the person may type again */
  send: (typed: string) => Promise<unknown>;
}

/** Shows the request: true once its proof was sent, false when the person left it. */
type Prompt = (request: ProofRequest) => Promise<boolean>;

let prompt: Prompt = () => Promise.resolve(false);

/** Says who shows such requests. */
export function onProofRequired(then: Prompt): void {
  prompt = then;
}

export function askForProof(request: ProofRequest): Promise<boolean> {
  return prompt(request);
}
