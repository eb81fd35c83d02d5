import { SETTINGS } from '../portal/settings.list.ts'
import { IMPORT_COLUMNS } from '../records/imports.columns.ts'
import { createDescriber, type Json } from './schemas.ts'

/** Inputs beside calls and messages: values of settings by key, and columns of files to import by name. */
export function describeInputs(): Json {
  const { describe } = createDescriber({})
  const settings = SETTINGS.map(({ key, schema, fallback, env }) => [
    key,
    { ...describe(schema, 'input'), default: fallback, ...(env ? { 'x-env': env } : {}) },
  ])
  const imports = Object.entries(IMPORT_COLUMNS).map(([kind, columns]) => [
    `columns of imported ${kind}`,
    {
      type: 'object',
      properties: Object.fromEntries(
        columns.flatMap(({ name, aliases = [] }) => [name, ...aliases].map((each) => [each, { type: 'string' }])),
      ),
      required: columns.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    },
  ])
  return { settings: { type: 'object', properties: Object.fromEntries(settings) as Json }, ...(Object.fromEntries(imports) as Json) }
}
