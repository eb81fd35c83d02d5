import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Gives back the memory that starting took: loading the code leaves some 70 MB behind, which V8 would keep for as long as little happens. It takes a
 * quarter of a second, so it is for a time when nobody waits.
 */
export function settleHeap(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: Record<string, string>) => void
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
