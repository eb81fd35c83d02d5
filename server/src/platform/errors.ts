import { ERROR_STATUS, type ErrorCode } from '@tenfour/contract'

/** The one error that reaches a caller: its message is shown to people, its field marks the input that was wrong. */
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

/** The portal can't start; the message is the one line the person at the console reads. */
export class StartupError extends Error {}
