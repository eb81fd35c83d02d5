import { CadValueKind } from '@tenfour/contract'
import { z } from 'zod'

/** The page's address: which kind of values is shown. */
export const CadValueSearch = z.object({ kind: CadValueKind.default('call-type').catch('call-type') })
