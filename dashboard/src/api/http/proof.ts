/** Asks for a password, a code or a sign-in at an issuer before an action continues. */
export interface ProofRequest {
  /** What the person types; null if only issuers can confirm. */
  kind: 'password' | 'code' | null;
  /** Names of issuers that can confirm instead. */
  issuers?: readonly string[];
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
