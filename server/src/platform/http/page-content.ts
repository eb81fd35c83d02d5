import type { FastifyBaseLogger } from 'fastify'
import { keep, type Kept } from '../kept.ts'
import type { PageConfig, PageContent } from './web-app.ts'

type DynamicContent = { readonly communityName: string; readonly imageOrigins: readonly string[] }

/** Content shared by every page, cached in memory and refreshed on change. */
export function keepPageContent(
  config: Omit<PageConfig, 'communityName'>,
  read: () => Promise<DynamicContent>,
  log: FastifyBaseLogger,
): Kept<PageContent> {
  const content = ({ communityName, imageOrigins }: DynamicContent): PageContent => ({ config: { ...config, communityName }, imageOrigins })
  return keep(
    content({ communityName: '', imageOrigins: [] }),
    async () => content(await read()),
    (error) => log.error({ err: error }, 'what pages are made of could not be read'),
  )
}
