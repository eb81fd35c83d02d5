// npm run dev: restarts the server and reloads the page when files are saved.
import { existsSync } from 'node:fs'
import { ensureBridgeBuilt } from './lib/bridge-build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { main } from './lib/main.mjs'
import { fromRoot, requireNode, toolEnv } from './lib/paths.mjs'
import { serverCommand } from './lib/portal-process.mjs'
import { start } from './lib/run.mjs'
import { freePort } from './lib/ports.mjs'

const prefixed = (name, colour) => {
  const label = process.stdout.isTTY ? `\u001B[${colour}m${name}\u001B[0m` : name
  return (line) => process.stdout.write(`${label} │ ${line}\n`)
}

const startServer = (port, address) => {
  const server = serverCommand('server/src/main.ts', [], { PORT: String(port), HOST: '127.0.0.1', PORTAL_URL: address })
  const watch = ['--watch', '--watch-preserve-output', `--watch-path=${fromRoot('server/src')}`, `--watch-path=${fromRoot('contract/src')}`]
  const show = prefixed('server', 36)
  let isFirst = true
  const onLine = (line) => {
    show(line)
    if (isFirst && line.includes(' is ready at ')) {
      isFirst = false
      process.stdout.write(`\n  Open ${address}   (Ctrl-C ends it)\n\n`)
    }
  }
  return start(server.command, [...watch, ...server.args], { env: server.env, onLine })
}

const startWeb = (port, serverPort) =>
  start(
    requireNode(),
    [fromRoot('node_modules/vite/bin/vite.js'), 'web', '--port', String(port), '--strictPort', '--clearScreen', 'false'],
    {
      env: toolEnv({ PORT: String(serverPort) }),
      onLine: prefixed('web   ', 35),
    },
  )

await main(async () => {
  await ensureInstalled({ dev: true })
  await ensureBridgeBuilt()
  if (existsSync(fromRoot('.env'))) process.loadEnvFile(fromRoot('.env'))
  const port = Number(process.env.PORT || 3000)
  const serverPort = await freePort()
  const address = `http://localhost:${port}`
  const parts = [startServer(serverPort, address), startWeb(port, serverPort)]
  const first = await Promise.race(parts.map((part) => part.done))
  await Promise.all(parts.map((part) => part.stop()))
  process.exitCode = first.code
})
