/** One line for the operator, separate from the structured log. */
export const say = (line: string): void => void process.stdout.write(`${line}\n`)
export const complain = (line: string): void => void process.stderr.write(`${line}\n`)
/** Prints an unexpected error with its stack, for a bug report. */
export const complainOf = (error: unknown): void => complain(error instanceof Error ? (error.stack ?? error.message) : String(error))
