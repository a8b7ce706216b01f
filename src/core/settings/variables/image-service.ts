import { type Static, Type } from '@sinclair/typebox';
import { type ImageService, imageServices } from '../../../contract/fields/images.ts';
import type { SettingError } from '../setting-errors.ts';

const serviceNames: readonly string[] = imageServices;
const serviceList = imageServices.join(', ');

/** The service that resizes images (docs/model/images.md). It is off if none is set. */
export const imageServiceVariables = {
  IMAGE_SERVICE: Type.Optional(
    Type.String({
      pattern: `^(${imageServices.join('|')}|[Hh][Tt][Tt][Pp][Ss]?://\\S+)$`,
      description: `${serviceList}, or an address with places: https://img.example.com/{width}x{height}/{encoded_url}`,
    }),
  ),
  IMAGE_SERVICE_URL: Type.Optional(
    Type.String({ format: 'uri', description: 'an address such as https://example.com' }),
  ),
  IMAGE_SERVICE_KEY: Type.Optional(Type.String({ minLength: 1 })),
  IMAGE_SERVICE_SALT: Type.Optional(Type.String({ minLength: 1 })),
};

type Variable = keyof typeof imageServiceVariables;
type Values = { [V in Variable]?: Static<(typeof imageServiceVariables)[V]> };

/** The placeholders of a URL template. The first two are the file's URL, as it is and encoded for a path segment. */
const placeholders = ['url', 'encoded_url', 'width', 'height', 'x', 'y'];
const hexBytes = /^(?:[0-9A-Fa-f]{2})+$/;

/** Finds conflicts between the variables. `wrong` contains the variables that are malformed. */
export function imageServiceErrors(values: Values, wrong: ReadonlySet<string>): SettingError[] {
  const errors: SettingError[] = [];
  const addError = (variable: Variable, message: string) => {
    if (!wrong.has(variable)) errors.push({ variable, message });
  };
  const { IMAGE_SERVICE: service, IMAGE_SERVICE_URL: url } = values;
  if (wrong.has('IMAGE_SERVICE')) return [];
  if (service === undefined) {
    for (const variable of otherVariablesIn(values))
      addError(variable, `needs IMAGE_SERVICE beside it: ${serviceList}.`);
    return errors;
  }
  if (!serviceNames.includes(service)) {
    const why = templateError(service);
    if (why !== null) addError('IMAGE_SERVICE', why);
    for (const variable of otherVariablesIn(values))
      addError(variable, 'must be left out: the address in IMAGE_SERVICE says everything.');
    return errors;
  }
  if (url === undefined)
    addError('IMAGE_SERVICE_URL', `is missing: the address at which ${service} answers.`);
  errors.push(...keyErrors(service, values));
  return errors;
}

/** imgproxy signs with a key and a salt, thumbor with a key. The others sign nothing. */
function keyErrors(service: string, values: Values): SettingError[] {
  const { IMAGE_SERVICE_KEY: key, IMAGE_SERVICE_SALT: salt } = values;
  const without = `must be left out: ${service} has none.`;
  if (service === 'imgproxy') {
    if ((key === undefined) !== (salt === undefined)) {
      const variable = key === undefined ? 'IMAGE_SERVICE_KEY' : 'IMAGE_SERVICE_SALT';
      return [{ variable, message: 'is missing: imgproxy signs with a key and a salt, or not at all.' }];
    }
    const pairs = [
      ['IMAGE_SERVICE_KEY', key],
      ['IMAGE_SERVICE_SALT', salt],
    ] as const;
    return pairs.flatMap(([variable, value]) =>
      value === undefined || hexBytes.test(value)
        ? []
        : [
            {
              variable,
              message: 'must be in hexadecimal, as imgproxy takes it. Make one: openssl rand -hex 32',
            },
          ],
    );
  }
  return [
    ...(key === undefined || service === 'thumbor'
      ? []
      : [{ variable: 'IMAGE_SERVICE_KEY', message: without }]),
    ...(salt === undefined ? [] : [{ variable: 'IMAGE_SERVICE_SALT', message: without }]),
  ];
}

function otherVariablesIn(values: Values): Variable[] {
  const others: readonly Variable[] = ['IMAGE_SERVICE_URL', 'IMAGE_SERVICE_KEY', 'IMAGE_SERVICE_SALT'];
  return others.filter((variable) => values[variable] !== undefined);
}

function templateError(template: string): string | null {
  const namesInTemplate = [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  const unknownName = namesInTemplate.find((name) => !placeholders.includes(name));
  const placeholderList = placeholders.map((name) => `{${name}}`).join(' ');
  if (unknownName !== undefined)
    return `has the place {${unknownName}}, which there is not. The places are ${placeholderList}.`;
  if (!namesInTemplate.includes('url') && !namesInTemplate.includes('encoded_url'))
    return 'must have the place {url} or {encoded_url}, where the address of the file goes.';
  if (!namesInTemplate.includes('width')) return 'must have the place {width}.';
  if (/[{}]/.test(template.replace(/\{[a-z_]+\}/g, ''))) return 'has a brace that is no part of a place.';
  return URL.canParse(template.replace(/\{[a-z_]+\}/g, '1')) ? null : 'must be an address with places.';
}

/** The service that the validated variables name; null if there is none. */
export function imageServiceOf(values: Readonly<Values>): ImageService | null {
  const { IMAGE_SERVICE: service, IMAGE_SERVICE_KEY: key, IMAGE_SERVICE_SALT: salt } = values;
  const url = (values.IMAGE_SERVICE_URL ?? '').replace(/\/+$/, '');
  switch (service) {
    case undefined:
      return null;
    case 'imgproxy': {
      const isSigned = key !== undefined && salt !== undefined;
      return {
        kind: service,
        url,
        signing: isSigned ? { key: Buffer.from(key, 'hex'), salt: Buffer.from(salt, 'hex') } : null,
      };
    }
    case 'thumbor':
      return { kind: service, url, key: key ?? null };
    case 'cloudflare':
    case 'ipx':
      return { kind: service, url };
    default:
      return { kind: 'template', template: service };
  }
}
