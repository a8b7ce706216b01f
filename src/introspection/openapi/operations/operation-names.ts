/** Gives each operation a unique name, such as `getContentProductByEntryId`. */
export class OperationNames {
  readonly #usedNames = new Set<string>();

  nameOf(method: string, path: string): string {
    const steps = path.replace(/^\/v1\//, '').split('/');
    const words = steps.flatMap((step) => {
      const parameter = /^\{(.+)\}$/.exec(step)?.[1];
      return parameter === undefined ? step.split(/[^A-Za-z0-9]+/) : ['by', parameter];
    });
    const name = method.toLowerCase() + words.map(capitalize).join('');
    let free = name;
    for (let number = 2; this.#usedNames.has(free); number += 1) free = `${name}${number}`;
    this.#usedNames.add(free);
    return free;
  }
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
