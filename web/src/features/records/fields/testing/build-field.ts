import type { Field } from '@tenfour/contract'

export const buildField = (fieldId: number, over: Partial<Field> = {}): Field => ({
  fieldId,
  of: 'vehicle',
  type: 'text',
  name: `Field ${fieldId}`,
  help: '',
  options: [],
  isRequired: false,
  audience: ['owner', 'police'],
  position: fieldId,
  isRetired: false,
  version: 1,
  ...over,
})
