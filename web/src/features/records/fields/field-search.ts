import { FieldOf } from '@tenfour/contract'
import { z } from 'zod'

/** The page's address: whose fields are shown. */
export const FieldSearch = z.object({ of: FieldOf.default('character').catch('character') })
