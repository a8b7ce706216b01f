import type { JsonSchema } from '../schema-book.ts';

/** The parts of an OpenAPI 3.1 document. Shared parts are referred to by `$ref`. */
export interface OpenApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; summary: string; description: string; license: object };
  externalDocs: object;
  servers: object[];
  security: object[];
  tags: Tag[];
  /** By path, then by method in lower case. */
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, object>;
  components: Components;
}

export interface Tag {
  name: string;
  description: string;
}

export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  parameters: OrReference<Parameter>[];
  requestBody?: { required: boolean; content: Content };
  /** By status. */
  responses: Record<string, OrReference<Response>>;
  /** Absent for operations of one content type, like the description. */
  'x-key'?: 'any' | 'secret';
  'x-budget'?: string;
}

export interface Components {
  schemas: Record<string, JsonSchema>;
  responses: Record<string, Response>;
  parameters: Record<string, Parameter>;
  examples: Record<string, { summary: string; value: unknown }>;
  headers: Record<string, object>;
  securitySchemes: Record<string, object>;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: true;
  description: string;
  style?: string;
  explode?: boolean;
  schema: JsonSchema;
}

export interface Response {
  description: string;
  headers?: Record<string, object>;
  content?: Content;
  links?: Record<string, Link>;
}

/** An operation that uses values of a response; `parameters` are runtime expressions. */
export interface Link {
  operationId: string;
  description?: string;
  parameters: Record<string, string>;
}

/** By media type. */
export type Content = Record<
  string,
  { schema: JsonSchema; example?: unknown; examples?: Record<string, { $ref: string }> }
>;

export type OrReference<T> = T | { $ref: string };
