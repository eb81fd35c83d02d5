import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { PortalConfig } from '@tenfour/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { sendError } from './error-handler.ts'
import type { SecureHeaders } from './security.ts'

/** What the page is told beside which build it is of. */
export type PageConfig = Omit<PortalConfig, 'build'>

const PLACEHOLDER = '<!--portal-config-->'

type Options = {
  readonly folder: string
  readonly config: () => Promise<PageConfig>
  readonly headers: SecureHeaders
  /** From where else the page may show pictures. */
  readonly imageOrigins: () => Promise<readonly string[]>
}

/** Serves the built web app: its files as they are, and its page, with what it has to know, for every other path. */
export async function serveWebApp(app: FastifyInstance, { folder, config, headers, imageOrigins }: Options): Promise<void> {
  const portal = readTemplate(join(folder, 'index.html'))
  const display = readTemplate(join(folder, 'dui.html'))

  if (portal !== undefined) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: true,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        // File names under assets/ carry a hash of their content.
        const isHashed = path.includes('/assets/') || path.includes('\\assets\\')
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  const withBuild = (pageConfig: PageConfig): PortalConfig => ({ ...pageConfig, build: portal?.build ?? '' })
  app.get('/portal-config.json', async (_request, reply) => reply.header('cache-control', 'no-store').send(withBuild(await config())))

  const page = async (template: Template | undefined, pageConfig: PageConfig) => {
    if (template === undefined) throw new AppError('unavailable', 'The web app has not been built: run npm start')
    // `<` is escaped so that nothing in a name can close the script element.
    const json = JSON.stringify(PortalConfig.parse(withBuild(pageConfig))).replaceAll('<', '\\u003c')
    return template.text.replace(PLACEHOLDER, () => `<script type="application/json" id="portal-config">${json}</script>`)
  }
  // Not even kept to be asked about: the game goes on showing a page from its cache after an upgrade.
  const asPage = (reply: FastifyReply) => reply.type('text/html; charset=utf-8').header('cache-control', 'no-store')
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    headers.allow(request, reply, { images: await imageOrigins(), scripts: portal?.scripts ?? [] })
    asPage(reply)
    return page(portal, await config())
  }
  // A screen in the game shows no error, so its page is sent whatever the database says. Its address holds a key, which is told nobody.
  let known: PageConfig = { apiKey: '', communityName: '', version: '', providerUrl: '', frameOrigins: [] }
  const sendDisplay = async (request: FastifyRequest, reply: FastifyReply) => {
    const [settings, images] = await Promise.all([config(), imageOrigins()]).catch((error: unknown) => {
      request.log.error({ err: error }, 'what the page of a screen is made of could not be read')
      return [known, []] as const
    })
    known = settings
    headers.allow(request, reply, { images, scripts: display?.scripts ?? [] })
    asPage(reply).header('referrer-policy', 'no-referrer')
    return page(display, settings)
  }
  app.get('/', sendPage)
  app.get('/index.html', sendPage)
  app.get('/dui', sendDisplay)
  app.get('/dui/*', sendDisplay)
  app.get('/dui.html', sendDisplay)
  app.get('/api/docs', sendPage)
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const isPage = request.method === 'GET' && !path.startsWith('/api/') && !path.startsWith('/assets/') && path !== '/api'
    if (!isPage) return sendError(request, reply, new AppError('not_found', 'There is nothing at this address'))
    return reply.send(await sendPage(request, reply))
  })
}

type Template = { readonly text: string; readonly scripts: readonly string[]; readonly build: string }

/** The page as it was built, and the hashes of the scripts that stand in it. It names its files by their content, so it tells builds apart. */
function readTemplate(file: string): Template | undefined {
  if (!existsSync(file)) return undefined
  const text = readFileSync(file, 'utf8')
  const inline = [...text.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = '']) => script)
  const sha256 = (data: string) => createHash('sha256').update(data)
  return {
    text,
    scripts: inline.map((script) => `sha256-${sha256(script).digest('base64')}`),
    build: sha256(text).digest('hex').slice(0, 16),
  }
}
