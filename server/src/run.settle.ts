import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Frees memory after the start: loading the code leaves some 70 MB behind, which V8 would keep as long as the process is mostly idle. This
 * blocks for a quarter of a second, so call it when nobody waits.
 */
export function settleHeap(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: Record<string, string>) => void
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
