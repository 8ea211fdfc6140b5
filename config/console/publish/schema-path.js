// Finding one's way in a layout's JSON Schema.

/** The schema that a `$ref` within the same document stands for, with its own title kept. */
export function resolved(schema, root) {
  let found = schema ?? {};
  for (let step = 0; found.$ref && step < 10; step += 1) {
    const target = found.$ref.replace(/^#\//, '').split('/')
      .reduce((value, name) => value?.[name.replaceAll('~1', '/').replaceAll('~0', '~')], root);
    const { $ref, ...own } = found;
    found = { ...target, ...own };
  }
  return found;
}

export const property = (schema, name, root) => resolved(
  schema?.properties?.[name] ?? schema?.additionalProperties ?? {}, root);

export const element = (schema, root) => resolved(schema?.items ?? {}, root);

/** Whether a text is a picture's address, by what the schema says or what the field is called. */
export function isPicture(value, name, schema) {
  if (typeof value !== 'string' || value === '') return false;
  if (/(pic|picture|image|img|icon|cover|avatar|logo|poster)(url)?$/i.test(name)) return true;
  return schema?.format === 'uri-reference' && /\.(svg|png|jpe?g|webp|gif|avif)(\?|$)/i.test(value);
}
