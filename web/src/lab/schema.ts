// Validates a value against a JSON Schema, with the features that the lab schema uses. The schema is interpreted, never
// compiled to code.

interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string | string[];
  const?: unknown;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  required?: string[];
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  oneOf?: Schema[];
  anyOf?: Schema[];
}

/** The maximum depth of a value: the limit ends the check of values that contain themselves. */
const MAX_DEPTH = 60;

const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

const isA = (type: string, value: unknown): boolean =>
  type === 'integer' ? Number.isInteger(value) : typeOf(value) === type;

/** Returns the path of the first violation of the schema; `undefined` if the value is valid. */
export function findMismatch(root: object, value: unknown): string | undefined {
  const { $defs = {} } = root as Schema;
  const named = ($ref: string): Schema => $defs[$ref.replace('#/$defs/', '')] ?? {};

  function look(schema: Schema, value: unknown, path: string, depth: number): string | undefined {
    if (depth > MAX_DEPTH) return path;
    if (schema.$ref !== undefined) return look(named(schema.$ref), value, path, depth + 1);
    if (schema.type !== undefined && ![schema.type].flat().some((type) => isA(type, value))) return path;
    if ('const' in schema && schema.const !== value) return path;
    if (typeof value === 'number' && (value < (schema.minimum ?? -Infinity) || value > (schema.maximum ?? Infinity)))
      return path;
    const either = schema.oneOf ?? schema.anyOf;
    if (either) {
      const wrong = either.map((one) => look(one, value, path, depth + 1));
      // The deepest violation belongs to the intended alternative.
      if (wrong.every((place) => place !== undefined))
        return wrong.reduce((a, b) => (b.length > a.length ? b : a), path);
    }
    if (Array.isArray(value)) return insideArray(schema, value, path, depth);
    return typeOf(value) === 'object' ? insideObject(schema, value as Record<string, unknown>, path, depth) : undefined;
  }

  function insideArray(schema: Schema, value: unknown[], path: string, depth: number): string | undefined {
    if (value.length < (schema.minItems ?? 0) || value.length > (schema.maxItems ?? Infinity)) return path;
    if (!schema.items) return undefined;
    for (const [at, item] of value.entries()) {
      const wrong = look(schema.items, item, `${path}[${at}]`, depth + 1);
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  }

  function insideObject(
    { properties = {}, additionalProperties = true, required = [] }: Schema,
    value: Record<string, unknown>,
    path: string,
    depth: number,
  ): string | undefined {
    const missing = required.find((name) => !Object.hasOwn(value, name));
    if (missing !== undefined) return `${path}.${missing}`;
    // Scalars come before nested values: they distinguish the alternatives without descending, regardless of the order
    // of keys.
    const words = Object.entries(value).filter(([, inner]) => typeof inner !== 'object');
    const deeper = Object.entries(value).filter(([, inner]) => typeof inner === 'object');
    for (const [name, inner] of [...words, ...deeper]) {
      const place = `${path}.${name.slice(0, 40)}`;
      const own = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
      if (own === false) return place;
      const wrong = typeof own === 'object' ? look(own, inner, place, depth + 1) : undefined;
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  }

  return look(root as Schema, value, 'lab', 0);
}
