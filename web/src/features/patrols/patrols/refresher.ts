import { reportError } from '../../../platform/errors/report.ts'

/** Runs `refresh` once for all who ask for it within `ms`. */
export function createRefresher(refresh: () => Promise<unknown>, ms: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const run = () => {
    timer = undefined
    refresh().catch(reportError)
  }
  return {
    soon: (): void => {
      timer ??= setTimeout(run, ms)
    },
    /** What was asked for is done at once: the next page may show the same. */
    stop: (): void => {
      if (timer === undefined) return
      clearTimeout(timer)
      run()
    },
  }
}
