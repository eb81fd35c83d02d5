import { createField, orderFields, retireField, updateField, type Field, type FieldInput, type FieldOf } from '@tenfour/contract'
import { call } from '../../../platform/api/client.ts'
import { reportError } from '../../../platform/errors/report.ts'
import { keepFields, reloadFields } from './fields-store.ts'

const kept = (field: Field): Field => {
  keepFields([field])
  return field
}

/** The kind and type of a field can't be changed. */
export async function saveField(input: FieldInput, field: Field | null): Promise<Field> {
  if (!field) return kept(await call(createField, { body: input }))
  const { name, help, options, isRequired, audience } = input
  const body = { name, help, options, isRequired, audience, version: field.version }
  return kept(await call(updateField, { params: { fieldId: field.fieldId }, body }))
}

export const setRetired = async ({ fieldId, version }: Field, isRetired: boolean): Promise<Field> =>
  kept(await call(retireField, { params: { fieldId }, body: { isRetired, version } }))

/** Shows the new order at once; if it is refused, the server's order again, and why. */
export function saveOrder(of: FieldOf, ordered: readonly Field[]): void {
  keepFields(ordered.map((field, index) => ({ ...field, position: index + 1 })))
  call(orderFields, { params: { of }, body: { fieldIds: ordered.map(({ fieldId }) => fieldId) } })
    .then(keepFields)
    .catch((error: unknown) => {
      reportError(error, 'The order was not saved')
      reloadFields()
    })
}
