import { followNpm } from './follow-npm.mjs'
import { UserError } from './paths.mjs'
import { stopAll } from './run.mjs'

const interruptions = []
let interrupted = false
let takeSignal

/** From now on signals are someone else's, such as a server in the foreground that must be waited for. */
export const handOverSignals = (handler) => {
  takeSignal = handler
}

/** Registers what must be undone when the script is interrupted; undone last-registered first. */
export const onInterrupt = (undo) => interruptions.push(undo)

/** Runs a script's body: errors a person can mend become one line, an interruption ends what was started. */
export const main = async (body) => {
  const onSignal = (signal) => (takeSignal ? takeSignal(signal) : void interrupt(signal))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, onSignal)
  followNpm(() => onSignal('SIGTERM'))
  try {
    await body()
  } catch (error) {
    // What fails after an interruption fails because of it.
    if (interrupted) return
    process.stderr.write(`${error instanceof UserError ? error.message : error.stack}\n`)
    process.exitCode = 1
  }
}

const interrupt = async (signal) => {
  if (interrupted) return
  interrupted = true
  try {
    await stopAll()
    for (const undo of interruptions.reverse()) await undo()
  } finally {
    process.exit(signal === 'SIGINT' ? 130 : 143)
  }
}
