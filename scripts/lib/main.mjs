import { followNpm } from './follow-npm.mjs'
import { UserError } from './paths.mjs'
import { stopAll } from './run.mjs'

const interruptions = []
let interrupted = false
let signalHandler

/** Passes signals to `handler` from now on, for example to wait for a server in the foreground. */
export const handOverSignals = (handler) => {
  signalHandler = handler
}

/** Registers clean-up for an interruption; runs in reverse order. */
export const onInterrupt = (undo) => interruptions.push(undo)

/** Runs a script's body: a UserError is printed as one line, an interruption stops everything that was started. */
export const main = async (body) => {
  const onSignal = (signal) => (signalHandler ? signalHandler(signal) : void interrupt(signal))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, onSignal)
  followNpm(() => onSignal('SIGTERM'))
  try {
    await body()
  } catch (error) {
    // Errors after an interruption are caused by it.
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
