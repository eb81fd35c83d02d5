import { AsyncLocalStorage } from 'node:async_hooks'

/** Handles strays of the connection that the current code runs for. Everything that this code awaits, opens or starts later runs for it too. */
const connection = new AsyncLocalStorage<((error: unknown) => void) | undefined>()
let connections = 0

/**
 * Discord.js leaves promises without a handler. A rejected one, a stray, would end the process. Strays of code that runs `inside` a connection are
 * passed to `onStray`. All others still end the process, also those of code that the connection calls with `outside`.
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
