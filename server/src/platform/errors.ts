import { ERROR_STATUS, MESSAGES, type ErrorCode } from '@tenfour/contract'

/** The only error shown to callers: its message is meant for people, its field names the invalid input. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly field: string | undefined

  constructor(code: ErrorCode, message: string, field?: string) {
    super(message)
    this.code = code
    this.field = field
  }

  get status(): number {
    return ERROR_STATUS[this.code]
  }
}

export function assertAllowed(isPermitted: boolean): asserts isPermitted {
  if (!isPermitted) throw new AppError('forbidden', MESSAGES.forbidden)
}

/** The portal can't start; the message is printed to the console. */
export class StartupError extends Error {}
