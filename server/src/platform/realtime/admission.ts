import type { Actor, Authenticator, Caller, Credentials, Origin } from '../auth/actor.ts'
import { AppError } from '../errors.ts'

/** One who connected with a key, and whether they were let in. */
export type Admission = {
  readonly apiKey: string
  readonly refusal: { readonly code: string; readonly status: number; readonly message: string } | null
  readonly milliseconds: number
  readonly requestId: string
}

/** Who comes with these credentials; undefined where they are not valid. A database that is away says nothing about them, and is thrown. */
export const callerWith = (authenticator: Authenticator, credentials: Credentials, origin: Origin): Promise<Caller | Actor | undefined> =>
  authenticator.authenticate(credentials, origin).catch((error: unknown) => {
    if (error instanceof AppError) return undefined
    throw error
  })

type Door<S extends { data: object }, Code extends string> = {
  /** What is kept of a socket that may come in, or the code of its refusal. */
  readonly look: (socket: S) => Promise<S['data'] | Code>
  readonly note?: (socket: S, refusal: Code | null, milliseconds: number) => void
  readonly onError: (error: unknown) => void
}

/** As the middleware of a namespace: lets a socket in or tells it why not. */
export function admitWith<S extends { data: object }, Code extends string>({ look, note, onError }: Door<S, Code>) {
  const admit = async (socket: S, next: (refusal?: Error) => void): Promise<void> => {
    const started = performance.now()
    try {
      const found = await look(socket)
      const refusal = typeof found === 'string' ? found : null
      note?.(socket, refusal, performance.now() - started)
      if (typeof found === 'string') return next(new Error(found))
      socket.data = found
      next()
    } catch (error) {
      if (error instanceof AppError) return next(new Error(error.code))
      onError(error)
      next(new Error('internal'))
    }
  }
  return (socket: S, next: (refusal?: Error) => void): void => void admit(socket, next)
}
