/** Asks for a password or a code before an action continues. */
export interface ProofRequest {
  kind: 'password' | 'code';
  title: string;
  /** @throws ApiError if the password or code is wrong; the person can try again */
  send: (proof: string) => Promise<unknown>;
}

/** Shows the request. Resolves to true after a correct proof, to false if the person cancels. */
type Prompt = (request: ProofRequest) => Promise<boolean>;

let prompt: Prompt = () => Promise.resolve(false);

/** Sets the function that shows proof requests. */
export function setProofPrompt(newPrompt: Prompt): void {
  prompt = newPrompt;
}

export function askForProof(request: ProofRequest): Promise<boolean> {
  return prompt(request);
}
