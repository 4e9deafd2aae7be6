import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';

type Schema = Record<string, unknown>;

// Of Kubernetes: texts and numbers of a certain size.
const FORMATS = { byte: true, 'date-time': true, double: true, duration: true, int32: true, int64: true } as const;
const createAjv = () => new Ajv({ allErrors: true, strict: false, formats: FORMATS });

/** Makes a check of values by a JSON schema, which gives every fault. */
export function createCheck(schema: unknown): (value: unknown) => string[] {
  const validate = createAjv().compile(schema as Schema);
  return (value) => listFaults(validate, value);
}

/**
 * Makes a check of a cluster's objects by the schema of their kind. As the API server with strict validation, it
 * refuses members that the kind does not have.
 */
export function createManifestCheck(): (manifest: { kind: string }) => string[] {
  const schema = closed(JSON.parse(readFileSync('scripts/deployment/schemas/kubernetes.json', 'utf8'))) as Schema;
  const names = Object.keys(schema.definitions as Schema).filter((name) => name.startsWith('io.k8s.api.'));
  const ajv = createAjv().addSchema(schema, 'kubernetes');
  return (manifest) => {
    const name = names.find((each) => each.endsWith(`.${manifest.kind}`));
    const validate = ajv.getSchema(`kubernetes#/definitions/${name}`);
    return validate
      ? listFaults(validate, manifest)
      : [`${manifest.kind} is no kind of scripts/deployment/schemas/kubernetes.json`];
  };
}

function listFaults(validate: ValidateFunction, value: unknown): string[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

/** Refuses further members wherever a schema lists some, and takes a number where a port or a count may have a name. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = schema as Schema;
  if (parts.format === 'int-or-string') return { type: ['integer', 'string'] };
  const inner = Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, closed(part)]));
  const isOpen = parts.type === 'object' && 'properties' in parts && !('additionalProperties' in parts);
  return isOpen ? { ...inner, additionalProperties: false } : inner;
}
