/** What the person proves: the field of a request body. */
export type SentProof = { password: string } | { code: string } | { passkey: object };

/** Asks for a password, a code, a passkey or a sign-in at an issuer before an action continues. */
export interface ProofRequest {
  /** What the person types; null if only a passkey or issuers can confirm. */
  kind: 'password' | 'code' | null;
  /** Names of issuers that can confirm instead. */
  issuers?: readonly string[];
  /** The request for the options of a passkey; null if no passkey can confirm. */
  passkeyOptions: { path: string; body: object } | null;
  title: string;
  /** @throws ApiError if the proof is wrong; the person can try again */
  send: (proof: SentProof) => Promise<unknown>;
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
