/** Holds requests that were sent to a platform against the OpenAPI document of a gateway. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parseFilter } from '../../src/domain/filter/parse-filter.ts';
import type { PlatformRequest } from './dialect-proxy.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly schema: object;
}

interface Operation {
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: object } } };
}

export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** What a platform of this kind takes at the most. */
const maxUrlBytes = 8192;
const maxIds = 100;

/** What is wrong with a request; empty: it is one that the document describes. */
export function createDescribed(document: OpenApiDocument): (request: PlatformRequest) => string[] {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, coerceTypes: true });
  ajv.addSchema(document, 'openapi.json');
  const isValid = (schema: object, value: unknown) => ajv.validate(withinDocument(schema), value);
  const operations = Object.entries(document.paths).map(([path, methods]) => ({ pattern: toPattern(path), methods }));

  return ({ method, path, body }) => {
    const { pathname, searchParams } = new URL(path, 'http://platform');
    const plain = pathname.replace(/^\/v2/, '').replace(/^\/catalog/, '/pcm/catalog');
    const found = operations.find(({ pattern, methods }) => pattern.test(plain) && methods[method.toLowerCase()]);
    const operation = found?.methods[method.toLowerCase()];
    if (!found || !operation) return [`${method} ${plain} is not described`];
    const faults: string[] = path.length > maxUrlBytes ? ['the URL is too long'] : [];
    const { groups = {} } = found.pattern.exec(plain) ?? {};
    const given: [Parameter['in'], string, string][] = [
      ...Object.entries(groups).map(([name, value]) => ['path', name, decodeURIComponent(value)] as const),
      ...[...searchParams].map(([name, value]) => ['query', name, value] as const),
    ].map(([where, name, value]) => [where, name, value]);
    for (const [where, name, value] of given) {
      const parameter = operation.parameters.find(
        (one) => one.in === where && one.name.replace(/\W/g, '_') === name.replace(/\W/g, '_'),
      );
      if (!parameter) faults.push(`the parameter ${name} is not described`);
      else if (!isValid(parameter.schema, value)) faults.push(`${name} is ${value}: ${ajv.errorsText()}`);
    }
    for (const { values } of parseFilter(searchParams.get('filter') ?? '')) {
      if (values.length > maxIds) faults.push(`${values.length} values in one call`);
    }
    const { requestBody } = operation;
    if (requestBody && !isValid(requestBody.content['application/json'].schema, JSON.parse(body))) {
      faults.push(`the body: ${ajv.errorsText()}`);
    }
    return faults.map((fault) => `${method} ${plain}: ${fault}`);
  };
}

function toPattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
}

function withinDocument(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"openapi.json#/components/'));
}
