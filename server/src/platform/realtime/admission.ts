import type { Actor, Authenticator, Caller, Credentials, Origin } from '../auth/actor.ts'
import { AppError } from '../errors.ts'

/** A connection attempt with a key, and whether it was accepted. */
export type Admission = {
  readonly apiKey: string
  readonly refusal: { readonly code: string; readonly status: number; readonly message: string } | null
  readonly milliseconds: number
  readonly requestId: string
}

/** Authenticates the credentials; undefined if they are invalid. If the database is unavailable, throws. */
export const callerWith = (authenticator: Authenticator, credentials: Credentials, origin: Origin): Promise<Caller | Actor | undefined> =>
  authenticator.authenticate(credentials, origin).catch((error: unknown) => {
    if (error instanceof AppError) return undefined
    throw error
  })

type AdmissionOptions<S extends { data: object }, Code extends string> = {
  /** The socket's data if it is accepted, or a refusal code. */
  readonly look: (socket: S) => Promise<S['data'] | Code>
  readonly note?: (socket: S, refusal: Code | null, milliseconds: number) => void
  readonly onError: (error: unknown) => void
}

/** Namespace middleware that accepts a socket or refuses it with a code. */
export function admissionMiddleware<S extends { data: object }, Code extends string>({ look, note, onError }: AdmissionOptions<S, Code>) {
  const admit = async (socket: S, next: (refusal?: Error) => void): Promise<void> => {
    const started = performance.now()
    try {
      const found = await look(socket)
      const refusal = typeof found === 'string' ? found : null
      if (typeof found !== 'string') socket.data = found
      note?.(socket, refusal, performance.now() - started)
      next(refusal === null ? undefined : new Error(refusal))
    } catch (error) {
      if (error instanceof AppError) return next(new Error(error.code))
      onError(error)
      next(new Error('internal'))
    }
  }
  return (socket: S, next: (refusal?: Error) => void): void => void admit(socket, next)
}
