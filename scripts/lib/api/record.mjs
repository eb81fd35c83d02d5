import { parseArgs } from 'node:util'
import { describeNow, record } from './documents.mjs'

const { values } = parseArgs({ options: { breaking: { type: 'boolean', default: false } } })
const { breaks, changed } = record(describeNow(), { isBreaking: values.breaking })
for (const each of breaks) process.stderr.write(`${each}\n`)
if (breaks.length > 0 && !values.breaking) {
  process.stderr.write(
    `\nNothing was recorded: this breaks what others have built on the portal. ` +
      'If it has to, say why in the commit and run: npm run api -- --breaking\n',
  )
  process.exitCode = 1
} else {
  process.stdout.write(changed.length === 0 ? 'Nothing is new\n' : `Recorded in contract/api: ${changed.join(', ')}\n`)
}
