import { z } from 'zod'
import { IdParam, InstantInput, LongIdParam, numberParam, trimmed } from '../values.ts'

/** In a file of their own because the address of a page carries this filter, and every page loads the addresses. */

export const ApiLogMethod = z.enum(['GET', 'POST', 'PUT', 'DELETE', 'WS'])
export type ApiLogMethod = z.infer<typeof ApiLogMethod>
/** `errors` covers both refused and failed requests. */
export const ApiLogOutcome = z.enum(['ok', 'refused', 'failed', 'errors'])
export type ApiLogOutcome = z.infer<typeof ApiLogOutcome>

export const RequestId = z.string().regex(/^[\w-]{1,64}$/, 'This is no request id')

export const ApiLogFilter = z.object({
  serverId: IdParam.optional(),
  keyId: IdParam.optional(),
  method: ApiLogMethod.optional(),
  outcome: ApiLogOutcome.optional(),
  /** Matched against the path and the error. */
  text: trimmed(100).optional(),
  requestId: RequestId.optional(),
  from: InstantInput.optional(),
  to: InstantInput.optional(),
  /** Cursor: id of the last log already loaded; older ones follow. */
  before: LongIdParam.optional(),
  limit: numberParam(1, 100).default(50),
})
export type ApiLogFilter = z.infer<typeof ApiLogFilter>
