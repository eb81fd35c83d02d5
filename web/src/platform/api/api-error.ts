import { ErrorBody, type ErrorCode } from '@tenfour/contract'
import { requestErrorMessage } from '../errors/messages.ts'

/** How a call failed: with no response, or with an error response. */
export type Failure = {
  readonly url: string
  /** 0 when there was no response. */
  readonly status: number
  /** The raw response body; without a response, the browser's error message. */
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
    const body = parseErrorBody(failure.text)
    // Not the text of other 404s: it is there, but switched off.
    super(body?.code === 'feature_off' ? body.message : requestErrorMessage(failure), options)
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
