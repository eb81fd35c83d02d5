import { ApiError } from '../../../platform/api/api-error.ts'
import { globalErrorMessage } from '../../../platform/errors/messages.ts'

/** A refusal with its reason, at the field that is refused. Elsewhere a 403 says only that something is not allowed. */
export const withReason = (error: unknown): unknown =>
  error instanceof ApiError && error.status === 403 ? Object.assign(new Error(globalErrorMessage(error)), { field: error.field }) : error
