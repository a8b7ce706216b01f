import { type Static, Type } from '@sinclair/typebox';
import { type ImageService, imageServices } from '../../contract/fields/images.ts';
import type { SettingError } from './setting-errors.ts';

const named: readonly string[] = imageServices;
const names = imageServices.join(', ');

/** The service that makes other sizes of pictures (docs/model/images.md); off where nothing is set. */
export const imageServiceVariables = {
  IMAGE_SERVICE: Type.Optional(
    Type.String({
      pattern: `^(${imageServices.join('|')}|[Hh][Tt][Tt][Pp][Ss]?://\\S+)$`,
      description: `${names}, or an address with places: https://img.example.com/{width}x{height}/{encoded_url}`,
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

/** The places that a template may have; the first two are the file's address, as it is and for one part of a path. */
const places = ['url', 'encoded_url', 'width', 'height', 'x', 'y'];
const inHex = /^(?:[0-9A-Fa-f]{2})+$/;

/** What is wrong with the variables as they stand together; `wrong` names those that have not their form. */
export function imageServiceErrors(values: Values, wrong: ReadonlySet<string>): SettingError[] {
  const faults: SettingError[] = [];
  const fault = (variable: Variable, message: string) => {
    if (!wrong.has(variable)) faults.push({ variable, message });
  };
  const { IMAGE_SERVICE: service, IMAGE_SERVICE_URL: url } = values;
  if (wrong.has('IMAGE_SERVICE')) return [];
  if (service === undefined) {
    for (const variable of givenOf(values)) fault(variable, `needs IMAGE_SERVICE beside it: ${names}.`);
    return faults;
  }
  if (!named.includes(service)) {
    const why = templateFault(service);
    if (why !== null) fault('IMAGE_SERVICE', why);
    for (const variable of givenOf(values))
      fault(variable, 'must be left out: the address in IMAGE_SERVICE says everything.');
    return faults;
  }
  if (url === undefined) fault('IMAGE_SERVICE_URL', `is missing: the address at which ${service} answers.`);
  faults.push(...keyErrors(service, values));
  return faults;
}

/** imgproxy signs by key and salt, thumbor by a key; the others sign nothing. */
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
      value === undefined || inHex.test(value)
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

function givenOf(values: Values): Variable[] {
  const beside: readonly Variable[] = ['IMAGE_SERVICE_URL', 'IMAGE_SERVICE_KEY', 'IMAGE_SERVICE_SALT'];
  return beside.filter((variable) => values[variable] !== undefined);
}

function templateFault(template: string): string | null {
  const found = [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  const unknown = found.find((name) => !places.includes(name));
  const known = places.map((name) => `{${name}}`).join(' ');
  if (unknown !== undefined)
    return `has the place {${unknown}}, which there is not. The places are ${known}.`;
  if (!found.includes('url') && !found.includes('encoded_url'))
    return 'must have the place {url} or {encoded_url}, where the address of the file goes.';
  if (!found.includes('width')) return 'must have the place {width}.';
  if (/[{}]/.test(template.replace(/\{[a-z_]+\}/g, ''))) return 'has a brace that is no part of a place.';
  return URL.canParse(template.replace(/\{[a-z_]+\}/g, '1')) ? null : 'must be an address with places.';
}

/** The service that the variables name; null for none. They are checked already. */
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
