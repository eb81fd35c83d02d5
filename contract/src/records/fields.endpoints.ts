import { z } from 'zod'
import { admin, emergencyUnit, signedIn } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { countedList, Id, IdParam, trimmed, Version } from '../values.ts'
import { Field, FieldEdit, FieldInput, FieldMatch, FieldValuesInput, MAX_FIELDS, MAX_FIELD_MATCHES } from './fields.ts'
import { FieldOf, FieldValues } from './fields.values.ts'

const byField = z.object({ fieldId: IdParam })

export const listFields = defineEndpoint({
  method: 'GET',
  path: '/api/fields',
  summary: 'The fields that the community added, retired ones included, in the order of forms',
  access: signedIn,
  response: z.array(Field),
})

export const createField = defineEndpoint({
  method: 'POST',
  path: '/api/fields',
  summary: `Add a field, at most ${MAX_FIELDS} of a kind`,
  access: admin,
  body: FieldInput,
  response: Field,
})

export const updateField = defineEndpoint({
  method: 'PUT',
  path: '/api/fields/:fieldId',
  summary: 'Change a field; its kind and type stay. An option that is removed stays where it was chosen',
  access: admin,
  params: byField,
  body: FieldEdit,
  response: Field,
})

export const retireField = defineEndpoint({
  method: 'POST',
  path: '/api/fields/:fieldId/retire',
  summary: 'Ask for a field no longer, or again; what has a value keeps it',
  access: admin,
  params: byField,
  body: z.object({ isRetired: z.boolean(), version: Version }),
  response: Field,
})

export const orderFields = defineEndpoint({
  method: 'PUT',
  path: '/api/fields/order/:of',
  summary: 'Put the fields of a kind in another order',
  access: admin,
  params: z.object({ of: FieldOf }),
  body: z.object({ fieldIds: countedList(z.array(Id).min(1, 'Name the fields').max(MAX_FIELDS, `At most ${MAX_FIELDS} fields`)) }),
  response: z.array(Field),
})

export const saveFieldValues = defineEndpoint({
  method: 'PUT',
  path: '/api/fields/values/:of/:id',
  summary: 'Fill in the fields of a character or vehicle that units keep, as one on duty; others stay as they are',
  access: emergencyUnit(),
  params: z.object({ of: z.enum(['character', 'vehicle']), id: IdParam }),
  body: z.object({
    values: FieldValuesInput,
    /** The values as they were read, so that nobody overwrites those of another unit. */
    before: FieldValuesInput,
  }),
  response: z.object({ fields: FieldValues }),
})

export const searchByField = defineEndpoint({
  method: 'GET',
  path: '/api/fields/:fieldId/search',
  summary: `Find characters, vehicles or reports by the value of a field, at most ${MAX_FIELD_MATCHES}; logged and limited as a search is`,
  access: emergencyUnit(),
  params: byField,
  query: z.object({ q: trimmed(80, 'At most 80 characters').min(1, 'Type a value') }),
  response: z.object({ rows: z.array(FieldMatch) }),
})
