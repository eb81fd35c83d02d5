import helmet from '@fastify/helmet'
import { originMatches } from '@tenfour/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** A resource of ours in the game frames the portal from here; other patterns are matched as they come. */
const BRIDGE_ORIGIN = 'https://cfx-nui-tenfour'

type Options = { readonly frameOrigins: readonly string[]; readonly isHttps: boolean }

export async function secureHeaders(app: FastifyInstance, { frameOrigins, isHttps }: Options): Promise<void> {
  await app.register(helmet, {
    global: true,
    frameguard: false,
    hsts: isHttps ? { maxAge: 31_536_000 } : false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Mantine places its responsive rules in style elements.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'self'", (request) => frameAncestors(request.headers['referer'], frameOrigins)],
      },
    },
  })
}

/**
 * The frame-ancestors this answer allows. The header knows no `https://cfx-nui-*`, so a pattern of that kind is turned into the one origin
 * that frames the page now, which the browser names as the referrer, and only if the pattern covers it.
 */
export function frameAncestors(referer: FastifyRequest['headers']['referer'], patterns: readonly string[]): string {
  const isPlain = (pattern: string) => !pattern.includes('*') || /^https?:\/\/\*\./.test(pattern)
  const framing = referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : undefined
  const origins = new Set(patterns.filter(isPlain))
  if (originMatches(BRIDGE_ORIGIN, patterns)) origins.add(BRIDGE_ORIGIN)
  if (framing !== undefined && originMatches(framing, patterns)) origins.add(framing)
  return [...origins].join(' ') || "'self'"
}
