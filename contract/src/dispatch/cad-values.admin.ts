import { z } from 'zod'
import { admin } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { FileProblem } from '../files.ts'
import { bytes, IdParam, numberParam, trimmed, Version } from '../values.ts'
import { CadValue, CadValueEdit, CadValueInput, CadValueKind, CadValueOrder, MAX_CAD_VALUES } from './cad-values.kinds.ts'

const byValue = z.object({ valueId: IdParam })

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

export const countCadValueUses = defineEndpoint({
  method: 'GET',
  path: '/api/cad/values/uses',
  summary: 'How many calls, units or other records have each value of a kind; values that nothing has are left out',
  access: admin,
  query: z.object({ kind: CadValueKind }),
  response: z.array(z.object({ valueId: z.int(), uses: z.int() })),
})

export const CAD_VALUE_FILE_TYPE = 'text/csv'
export const CAD_VALUE_FILE_BYTES = 200_000

const file = { takes: { types: [CAD_VALUE_FILE_TYPE], bytes: CAD_VALUE_FILE_BYTES, atOnce: 2 }, body: bytes('Send a CSV file') }

/** The outcome of the check of a file: nothing is written. */
export const CheckedCadValueFile = z.object({
  rows: z.int(),
  added: z.array(z.string()),
  changed: z.array(z.string()),
  /** Rows that say what the portal has already. */
  unchanged: z.int(),
  problems: z.array(FileProblem),
  /** Columns that the kind does not have. */
  ignoredColumns: z.array(z.string()),
  /** Stands for the values that would be changed, as they are now. */
  digest: z.string(),
})
export type CheckedCadValueFile = z.infer<typeof CheckedCadValueFile>

export const checkCadValueFile = defineEndpoint({
  method: 'POST',
  path: '/api/cad/values/file/check',
  summary: `Check a CSV file with at most ${MAX_CAD_VALUES} values of a kind; writes nothing`,
  access: admin,
  query: z.object({ kind: CadValueKind }),
  ...file,
  response: CheckedCadValueFile,
})

export const importCadValueFile = defineEndpoint({
  method: 'POST',
  path: '/api/cad/values/file',
  summary: 'Add and change values from a CSV file, all of them or none. A row changes the value in use that has its code or name',
  access: admin,
  query: z.object({
    kind: CadValueKind,
    /** How many values the check has shown as added and as changed. If there would be others by now, nothing is written. */
    added: numberParam(0, MAX_CAD_VALUES),
    changed: numberParam(0, MAX_CAD_VALUES),
    /** The digest of the check: a value that someone else has changed since is a conflict, and nothing is written. */
    digest: trimmed(64).optional(),
  }),
  ...file,
  response: z.array(CadValue),
})
