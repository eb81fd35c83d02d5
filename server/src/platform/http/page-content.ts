import {
  SHIPPED_LOOK,
  SHIPPED_MEASURES,
  UTC_CALENDAR,
  type Calendar,
  type CommunitySounds,
  type Look,
  type Measures,
  type SwitchedOff,
} from '@tenfour/contract'
import type { FastifyBaseLogger } from 'fastify'
import { keep, type Kept } from '../kept.ts'
import type { PageConfig, PageContent } from './web-app.ts'

export type DynamicContent = {
  readonly communityName: string
  readonly look: Look
  readonly sounds: CommunitySounds
  readonly measures: Measures
  readonly switchedOff: SwitchedOff
  readonly calendar: Calendar
  readonly imageOrigins: readonly string[]
  readonly hasDiscord: boolean
  readonly joinsByDiscord: boolean
  readonly hasMail: boolean
  readonly takesApplications: boolean
  readonly hasBot: boolean
}

/** Content shared by every page, cached in memory and refreshed on change. */
export function keepPageContent(
  config: Omit<PageConfig, keyof DynamicContent>,
  read: () => Promise<DynamicContent>,
  log: FastifyBaseLogger,
): Kept<PageContent> {
  const content = ({ imageOrigins, ...page }: DynamicContent): PageContent => ({
    config: { ...config, ...page },
    imageOrigins,
  })
  return keep(
    content({
      communityName: '',
      look: SHIPPED_LOOK,
      sounds: {},
      measures: SHIPPED_MEASURES,
      switchedOff: [],
      calendar: UTC_CALENDAR,
      imageOrigins: [],
      hasDiscord: false,
      joinsByDiscord: false,
      hasMail: false,
      takesApplications: false,
      hasBot: false,
    }),
    async () => content(await read()),
    (error) => log.error({ err: error }, 'the content of pages could not be read'),
  )
}
