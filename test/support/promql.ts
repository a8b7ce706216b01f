import { parser } from '@prometheus-io/lezer-promql';

/** What an expression asks Prometheus for. */
export interface PromQlParts {
  selectors: { metric: string; matchers: Matcher[] }[];
  /** Labels of `by`, `without`, `on` and the like. */
  grouping: string[];
}

export interface Matcher {
  label: string;
  operator: '=' | '!=' | '=~' | '!~';
  value: string;
}

/** Reads an expression of Prometheus. @throws Error when it is none */
export function readPromQl(expression: string): PromQlParts {
  const asked: PromQlParts = { selectors: [], grouping: [] };
  let inGrouping = false;
  parser.parse(expression).iterate({
    enter({ name, type, from, to }) {
      const text = expression.slice(from, to);
      const matchers = asked.selectors.at(-1)?.matchers;
      if (type.isError)
        throw new Error(`no PromQL near "${expression.slice(from, from + 20)}": ${expression}`);
      if (name === 'GroupingLabels') inGrouping = true;
      else if (name === 'Identifier') asked.selectors.push({ metric: text, matchers: [] });
      else if (name === 'LabelName' && inGrouping) asked.grouping.push(text);
      else if (name === 'LabelName') matchers?.push({ label: text, operator: '=', value: '' });
      else if (name === 'MatchOp') Object.assign(matchers?.at(-1) ?? {}, { operator: text });
      else if (name === 'StringLiteral') Object.assign(matchers?.at(-1) ?? {}, { value: text.slice(1, -1) });
    },
    leave({ name }) {
      if (name === 'GroupingLabels') inGrouping = false;
    },
  });
  return asked;
}
