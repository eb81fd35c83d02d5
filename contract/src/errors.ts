import { z } from 'zod'

/** Every error code of the API with its HTTP status. */
export const ERROR_STATUS = {
  bad_request: 400,
  invalid_input: 400,
  api_key_missing: 401,
  api_key_invalid: 401,
  credentials_invalid: 401,
  session_invalid: 401,
  forbidden: 403,
  not_found: 404,
  feature_off: 404,
  conflict: 409,
  too_large: 413,
  too_many_attempts: 429,
  internal: 500,
  unavailable: 503,
} as const

export const ErrorCode = z.enum(Object.keys(ERROR_STATUS) as [keyof typeof ERROR_STATUS, ...(keyof typeof ERROR_STATUS)[]])
export type ErrorCode = z.infer<typeof ErrorCode>

export const ErrorBody = z.object({
  code: ErrorCode,
  message: z.string(),
  /** The invalid input as a dotted path, if there was one. */
  field: z.string().optional(),
  requestId: z.string(),
})
export type ErrorBody = z.infer<typeof ErrorBody>

export const MESSAGES = {
  default: 'An error occured; please try again later',
  credentials: 'The email address and/or password you provided did not match our records',
  forbidden: 'You do not have access to perform that action',
} as const
