/** One line for the person at the console, apart from the structured log. */
export const say = (line: string): void => void process.stdout.write(`${line}\n`)
export const complain = (line: string): void => void process.stderr.write(`${line}\n`)
/** An error nobody expected, whole: it is for a bug report. */
export const complainOf = (error: unknown): void => complain(error instanceof Error ? (error.stack ?? error.message) : String(error))
