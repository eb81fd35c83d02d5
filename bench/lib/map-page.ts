import { createReadStream, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

const WEB = fileURLToPath(new URL('../../web', import.meta.url))
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
}

/** The real map with simulated units (web/src/features/game/livemap/testing/bench-page.tsx), built like the portal, served separately. */
export async function serveMapPage(): Promise<{ readonly url: string; readonly close: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'tenfour-map-'))
  await build({
    root: WEB,
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    build: {
      outDir: folder,
      target: 'es2022',
      assetsInlineLimit: 0,
      rolldownOptions: { input: join(WEB, 'src/features/game/livemap/testing/bench-page.tsx') },
    },
  })
  const assets = readdirSync(join(folder, 'assets'))
  const script = assets.find((name) => name.startsWith('bench-page') && name.endsWith('.js'))
  const styles = assets.filter((name) => name.endsWith('.css')).map((name) => `<link rel="stylesheet" href="/assets/${name}">`)
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><html lang="en"><head><title>Map</title>${styles.join('')}</head><body style="margin:0"><div id="root"></div><script type="module" src="/assets/${script}"></script></body></html>`,
  )
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    const file = join(folder, path === '/' ? 'index.html' : path)
    if (!existsSync(file)) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' })
    createReadStream(file).pipe(response)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => {
      server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
