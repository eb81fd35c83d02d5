import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { buildBridge } from '../../bridge/build.ts'

const folders: string[] = []

/** The resource as installed on a game server. */
export async function installBridge(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tenfour-e2e-bridge-'))
  folders.push(folder)
  return buildBridge(folder)
}
export const removeBridges = () => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true }))

/** Serves the resource's page as FiveM would. */
export async function serveTablet(folder: string) {
  const files = createServer((request, response) => {
    const name = request.url === '/' ? 'index.html' : (request.url ?? '').slice(1)
    if (name === 'favicon.ico') return void response.writeHead(204).end()
    if (!['index.html', 'tablet.js', 'tablet.css'].includes(name)) return void response.writeHead(404).end()
    const type = { html: 'text/html', js: 'text/javascript', css: 'text/css' }[name.split('.').at(-1) ?? ''] ?? 'text/plain'
    response.writeHead(200, { 'content-type': type }).end(readFileSync(join(folder, 'tablet', name)))
  })
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve))
  return { origin: `http://127.0.0.1:${(files.address() as AddressInfo).port}`, close: () => void files.close() }
}

/** Records what the page posts to the game. */
export async function recordPosts(page: Page): Promise<string[]> {
  const posted: string[] = []
  await page.route('https://tenfour/*', (route) => {
    posted.push(new URL(route.request().url()).pathname.slice(1))
    return route.fulfill({ json: {}, headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' } })
  })
  return posted
}
