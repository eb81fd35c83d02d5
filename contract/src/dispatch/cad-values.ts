import { z } from 'zod'
import { admin, anyOf, cadDepartment, staff } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { IdParam, Version } from '../values.ts'
import { CadValue, CadValueEdit, CadValueInput, CadValueKind, CadValueOrder, MAX_CAD_VALUES } from './cad-values.kinds.ts'

/** Who works with the values: everyone who may open the CAD, and staff. */
export const cadValueReaders = anyOf(cadDepartment, staff)

const byValue = z.object({ valueId: IdParam })

export const listCadValues = defineEndpoint({
  method: 'GET',
  path: '/api/cad/values',
  summary: 'The values of all kinds, such as call types and dispositions, retired ones included, in the order of lists',
  access: cadValueReaders,
  response: z.array(CadValue),
})

export const createCadValue = defineEndpoint({
  method: 'POST',
  path: '/api/cad/values',
  summary: `Add a value, at most ${MAX_CAD_VALUES} of a kind`,
  access: admin,
  body: CadValueInput,
  response: CadValue,
})

export const updateCadValue = defineEndpoint({
  method: 'PUT',
  path: '/api/cad/values/:valueId',
  summary: 'Change a value. The code a call type came with keeps naming it for game servers and integrations',
  access: admin,
  params: byValue,
  body: CadValueEdit,
  response: CadValue,
})

export const retireCadValue = defineEndpoint({
  method: 'POST',
  path: '/api/cad/values/:valueId/retire',
  summary: 'Offer a value no longer, or again; what has it keeps it',
  access: admin,
  params: byValue,
  body: z.object({ kind: CadValueKind, version: Version, isRetired: z.boolean() }),
  response: CadValue,
})

export const orderCadValues = defineEndpoint({
  method: 'PUT',
  path: '/api/cad/values/order',
  summary: 'Put the values of a kind in another order',
  access: admin,
  body: CadValueOrder,
  response: z.array(CadValue),
})

export const resetCadValues = defineEndpoint({
  method: 'POST',
  path: '/api/cad/values/reset',
  summary: 'Make the values of a kind as the portal came with them; those that were added are retired',
  access: admin,
  body: z.object({ kind: CadValueKind }),
  response: z.array(CadValue),
})
