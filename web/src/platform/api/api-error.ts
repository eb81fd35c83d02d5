import { ErrorBody, type ErrorCode } from '@tenfour/contract'
import { requestErrorMessage } from '../errors/messages.ts'

/** How a call failed: it got no answer, or an answer that says no. */
export type Failure = {
  readonly url: string
  /** 0 when no answer came. */
  readonly status: number
  /** The answer's body as it came; for a call without an answer, what the browser said. */
  readonly text: string
}

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly url: string
  readonly status: number
  readonly text: string
  readonly code: ErrorCode | undefined
  readonly field: string | undefined
  readonly requestId: string | undefined

  constructor(failure: Failure, options?: ErrorOptions) {
    super(requestErrorMessage(failure), options)
    const body = parseErrorBody(failure.text)
    this.url = failure.url
    this.status = failure.status
    this.text = failure.text
    this.code = body?.code
    this.field = body?.field
    this.requestId = body?.requestId
  }
}

function parseErrorBody(text: string): ErrorBody | undefined {
  try {
    return ErrorBody.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
