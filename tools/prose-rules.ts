const machines =
  'service|server|process|processes|storage|store|database|MongoDB|API|client|browser|document|header|introspection|list|log|message|page|screen|dashboard|table|field|key|token|route|schema|program|command|balancer|cache|worker|job|release|project|file|build|test|rule';

/** Habits of translated or quaint English; each with what to write in its place. */
const rules = [
  {
    pattern: new RegExp(`\\b(${machines})s? (tells?|asks?|knows?|hears?|believes?|says?|speaks?)\\b`, 'gi'),
    advice: 'a machine does not speak or know: write returns, lists, contains, names, shows, requests',
  },
  {
    pattern: /\b(nobody|everybody|somebody)\b/gi,
    advice: 'name the actor: a user, an attacker, no reader, all members',
  },
  { pattern: /\bwhoever\b/gi, advice: 'name the actor: the operator, the owner, the person who' },
  { pattern: /(, say\b(?! that)|\bsay[).])/gi, advice: 'write "for example"' },
  {
    pattern: /\b(is|are|was|were) told\b/gi,
    advice: 'write "receives", "gets the answer" or name what is shown',
  },
  { pattern: /\bknows? no\b/gi, advice: 'write "has no" or "does not support"' },
  {
    pattern:
      /\bis no (valid|id|list|object|number|text|member|event|date|UTF-8|JSON|HTTP|file|web address)\b/gi,
    advice: 'write "is not a"',
  },
  { pattern: /\bbelongs? together\b/gi, advice: 'say which of the two is wrong' },
  { pattern: /\bon a safe way\b/gi, advice: 'write "over a secure channel"' },
  { pattern: /\banew\b/gi, advice: 'write "again"' },
  { pattern: /\b(heeds?|void at once)\b/gi, advice: 'write "follows", "stops working immediately"' },
  { pattern: /\bfirst first\b/gi, advice: 'write the order in words' },
  { pattern: /\bwithout a bound\b/gi, advice: 'write "without a limit"' },
  {
    pattern:
      /\b(Take (away|off|out of) (the|a|this) (picture|schedule|archive|filter)|More to do with|Nothing like that)\b/gi,
    advice: 'write the verb of the interface: remove, cancel, unarchive, More actions, No matches',
  },
  {
    pattern: /\b(not answered yet|whole day|for mere|go on behind|like the system|no file has all)\b/gi,
    advice: 'write "Not set", "All day", "only", "Continue in background", "System", "No matches"',
  },
  {
    pattern: /\b(Live, with changes|Alternative text|Add (a )?webhook|Add an? (author|category)\b(?! to))/g,
    advice: 'one word for one thing: "Live, changed", "Alt text", "New ..." and "Create ..."',
  },
  {
    pattern: /\b(picture|image) is gone\b/gi,
    advice: 'write "Picture not found"',
  },
  {
    pattern: /(^|[.;:] )Who(se)? [a-z][^?]*?[.;]/g,
    advice: 'a relative clause is no subject: begin with the actor',
  },
];

/** The places in a text that break a rule. */
export function findFaults(text: string): { words: string; advice: string }[] {
  return rules.flatMap(({ pattern, advice }) =>
    [...text.matchAll(pattern)].map((match) => ({ words: match[0].trim(), advice })),
  );
}
