import type { OrReference, Parameter } from '../form.ts';
import { sharedParameters } from './parameters.ts';

/** The parameters of a document to which operations refer. */
export class ParameterBook {
  readonly #parameters = new Map<string, Parameter>(Object.entries(sharedParameters));
  readonly #names = new Map<string, string>();

  /** All parameters, by name. */
  get definitions(): Record<string, Parameter> {
    return Object.fromEntries(this.#parameters);
  }

  /** The parameter itself, if the argument refers to one. */
  resolve(parameter: OrReference<Parameter>): Parameter {
    if (!('$ref' in parameter)) return parameter;
    const definition = this.#parameters.get(parameter.$ref.slice(parameter.$ref.lastIndexOf('/') + 1));
    if (definition === undefined) throw new Error(`no parameter ${parameter.$ref}`);
    return definition;
  }

  /** Adds a parameter, and returns a reference to it. */
  refer(parameter: OrReference<Parameter>): { $ref: string } {
    if ('$ref' in parameter) return parameter;
    const text = JSON.stringify(parameter);
    let name = this.#names.get(text);
    if (name === undefined) {
      name = parameter.name;
      for (let number = 2; this.#parameters.has(name); number += 1) name = `${parameter.name}${number}`;
      this.#names.set(text, name);
      this.#parameters.set(name, parameter);
    }
    return { $ref: `#/components/parameters/${name}` };
  }
}
