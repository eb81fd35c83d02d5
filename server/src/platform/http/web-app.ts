import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { PortalConfig } from '@tenfour/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { sendError } from './error-handler.ts'
import type { SecureHeaders } from './security.ts'

const PLACEHOLDER = '<!--portal-config-->'

type Options = {
  readonly folder: string
  readonly config: () => Promise<PortalConfig>
  readonly headers: SecureHeaders
  /** From where else the page may show pictures. */
  readonly imageOrigins: () => Promise<readonly string[]>
}

/** Serves the built web app: its files as they are, and its page, with what it has to know, for every other path. */
export async function serveWebApp(app: FastifyInstance, { folder, config, headers, imageOrigins }: Options): Promise<void> {
  const index = join(folder, 'index.html')
  const template = existsSync(index) ? readFileSync(index, 'utf8') : undefined

  if (template !== undefined) {
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
  app.get('/portal-config.json', async (_request, reply) => reply.header('cache-control', 'no-store').send(await config()))

  const page = async () => {
    if (template === undefined) throw new AppError('unavailable', 'The web app has not been built: run npm start')
    // `<` is escaped so that nothing in a name can close the script element.
    const json = JSON.stringify(PortalConfig.parse(await config())).replaceAll('<', '\\u003c')
    return template.replace(PLACEHOLDER, () => `<script type="application/json" id="portal-config">${json}</script>`)
  }
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    headers.allowImages(request, reply, await imageOrigins())
    reply.header('content-type', 'text/html; charset=utf-8')
    reply.header('cache-control', 'no-cache')
    return page()
  }
  app.get('/', sendPage)
  app.get('/index.html', sendPage)
  app.get('/api/docs', sendPage)
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const isPage = request.method === 'GET' && !path.startsWith('/api/') && !path.startsWith('/assets/') && path !== '/api'
    if (!isPage) return sendError(request, reply, new AppError('not_found', 'There is nothing at this address'))
    return reply.send(await sendPage(request, reply))
  })
}
