import { ImportKind } from '@tenfour/contract'
import { z } from 'zod'

const optional = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined)

/** The page's address: what is to be uploaded, and which import is shown. The list keeps its page there too. */
export const ImportSearch = z.looseObject({
  kind: optional(ImportKind),
  import: optional(z.coerce.number().pipe(z.int().positive())),
})
