import { runCommandLine } from './cli.run.ts'
import { AppError } from './platform/errors.ts'
import { complain, say } from './platform/log/say.ts'

/** Reads a line from the terminal without showing it. */
const ask = (question: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { stdin, stderr } = process
    let text = ''
    const end = () => {
      stdin.off('data', read).setRawMode(false).pause()
      stderr.write('\n')
    }
    const read = (chunk: Buffer) => {
      for (const sign of chunk.toString('utf8')) {
        if (sign === '\r' || sign === '\n') return [end(), resolve(text)]
        if (sign === '\u0003' || sign === '\u0004') return [end(), reject(new AppError('invalid_input', 'No pass phrase was entered'))]
        text = sign === '\u007f' || sign === '\b' ? text.slice(0, -1) : text + sign
      }
      return undefined
    }
    stderr.write(question)
    stdin.setRawMode(true).resume().on('data', read)
  })

process.exitCode = await runCommandLine(process.argv.slice(2), {
  env: process.env,
  say,
  complain,
  ask: process.stdin.isTTY ? ask : undefined,
})
