import { z } from 'zod'

/** In addition to the table's own parameters, which the table reads itself. Apart from the rest, because every page carries the routes. */
export const LookupLogSearch = z.looseObject({ department: z.coerce.number().pipe(z.int().positive()).optional().catch(undefined) })
