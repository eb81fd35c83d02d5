import { ImportKind } from '@tenfour/contract'
import { z } from 'zod'

const optional = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined)
const whole = optional(z.int().positive())

/** The page's address: what is to be uploaded, which import is shown, and where in the list. Invalid values are dropped. */
export const ImportSearch = z.object({ kind: optional(ImportKind), import: whole, page: whole, size: whole })
