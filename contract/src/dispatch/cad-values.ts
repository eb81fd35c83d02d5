import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { CadValue, cadValueReaders } from './cad-values.kinds.ts'

export const listCadValues = defineEndpoint({
  method: 'GET',
  path: '/api/cad/values',
  summary: 'The values of all kinds, such as call types and dispositions, retired ones included, in the order of lists',
  access: cadValueReaders,
  response: z.array(CadValue),
})
