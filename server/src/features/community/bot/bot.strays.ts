import { AsyncLocalStorage } from 'node:async_hooks'

/** What to do about a stray of the connection that is being worked on: what is awaited, opened or started there later belongs to it too. */
const connection = new AsyncLocalStorage<((error: unknown) => void) | undefined>()
let connections = 0

/**
 * Discord.js leaves promises without a handler, which would end the process. Those that are rejected `inside` a connection are told to it; all
 * others still end the process, also those of what the connection calls `outside` of itself.
 */
export function catchStrays(onStray: (error: unknown) => void) {
  connections += 1
  if (connections === 1) process.on('unhandledRejection', tellConnection)
  return {
    inside: <T>(work: () => T): T => connection.run(onStray, work),
    outside: <T>(work: () => T): T => connection.run(undefined, work),
    release: (): void => {
      connections -= 1
      if (connections === 0) process.off('unhandledRejection', tellConnection)
    },
  }
}
function tellConnection(error: unknown): void {
  const onStray = connection.getStore()
  if (!onStray) throw error
  onStray(error)
}
