import { MESSAGES, type ErrorBody, type ErrorCode } from '@tenfour/contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { databaseOutage } from '../database/trouble.ts'
import { AppError } from '../errors.ts'

const RETRY_AFTER_SECONDS = 5

declare module 'fastify' {
  interface FastifyRequest {
    /** The error sent to the caller. */
    failure: { readonly code: ErrorCode; readonly message: string } | undefined
  }
}

/** Sends every failure in one format; details not meant for users stay in the log, under the same request id. */
export function handleErrors(app: FastifyInstance): void {
  app.decorateRequest('failure', undefined)
  app.setErrorHandler((error: FastifyError | AppError, request, reply) => {
    const answer = asAppError(error)
    if (answer.status >= 500) request.log.error({ err: error }, 'request failed')
    return sendError(request, reply, answer)
  })
}

export function sendError(request: FastifyRequest, reply: FastifyReply, { status, code, message, field }: AppError): FastifyReply {
  request.failure = { code, message }
  const body: ErrorBody = { code, message, ...(field === undefined ? {} : { field }), requestId: request.id }
  if (code === 'unavailable') reply.header('retry-after', RETRY_AFTER_SECONDS)
  return reply.status(status).header('cache-control', 'no-store').send(body)
}

/** Translates errors of libraries and the database into user-facing ones; anything else becomes an internal error. */
export function asAppError(error: FastifyError | AppError | Error): AppError {
  if (error instanceof AppError) return error
  // The client disconnected while sending the body; not our failure.
  if (error.message === 'aborted') return new AppError('bad_request', 'The request broke off')
  const trouble = databaseOutage(error)
  if (trouble !== undefined) return new AppError('unavailable', trouble)
  switch ('code' in error ? error.code : undefined) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('too_large', 'The request is too large')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('bad_request', 'The body must be JSON, or a file of an accepted type')
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return new AppError('bad_request', 'The body must be JSON')
    // PostgreSQL does not store NUL characters, neither in text nor in JSON.
    case '22021':
    case '22P05':
      return new AppError('bad_request', 'Text must not contain the NUL character')
    // A number valid in JSON but too large for the column, so an id that can't exist.
    case '22003':
      return new AppError('bad_request', 'A number is too large')
    default:
      return 'statusCode' in error && error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
        ? new AppError('bad_request', error.message)
        : new AppError('internal', MESSAGES.default)
  }
}
