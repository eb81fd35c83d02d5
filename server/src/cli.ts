import { runCommandLine } from './cli.run.ts'
import { complain, say } from './platform/log/say.ts'

process.exitCode = await runCommandLine(process.argv.slice(2), { env: process.env, say, complain })
