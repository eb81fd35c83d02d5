import { communityNameSetting, getMails, sendTestMail, type MailOverview } from '@tenfour/contract'
import type { Db } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Feature } from '../../../platform/feature.ts'
import { route } from '../../../platform/http/route.ts'
import { createHourlyLimit } from '../../../platform/limits/hourly.ts'
import { AN_HOUR } from '../../../platform/limits/limits.ts'
import { changesRoom } from '../../../platform/realtime/rooms.ts'
import type { Redis } from '../../../platform/redis/redis.ts'
import { writeTestMail } from './mails.kinds.ts'
import type { Mails } from './mails.port.ts'
import { createMailQueue } from './mails.queue.ts'
import { countMails, listMails } from './mails.repo.ts'
import { createSmtp } from './mails.smtp.ts'

type Deps = Parameters<typeof createMailQueue>[0] & {
  readonly db: Db
  readonly redis: Redis | undefined
  readonly smtpUrl: string | undefined
  readonly mailFrom: string | undefined
}

export function mailsFeature(deps: Deps): Feature & { readonly mails: Mails } {
  const { db, redis, settings, smtpUrl, portalUrl, mailFrom } = deps
  const smtp = smtpUrl !== undefined && portalUrl !== undefined ? createSmtp({ url: smtpUrl, portalUrl, mailFrom }) : undefined
  const { mails, jobs, close } = createMailQueue(deps, smtp)
  const closing = new AbortController()
  const countTest = createHourlyLimit('mail-tests', AN_HOUR.mailTests, redis)

  const overview = async (): Promise<MailOverview> => ({
    missing: [...(smtpUrl === undefined ? ['SMTP_URL' as const] : []), ...(portalUrl === undefined ? ['PORTAL_URL' as const] : [])],
    server: smtp?.server ?? null,
    from: smtp?.from ?? null,
    counts: await countMails(db),
    mails: await listMails(db),
  })
  const test = async (to: string, name: string) => {
    if (!smtp || portalUrl === undefined)
      throw new AppError('conflict', 'Mail is not set up: set SMTP_URL and PORTAL_URL, and start the portal again')
    const community = settings.get(communityNameSetting)
    const messageId = `<test.${Date.now()}@${new URL(portalUrl).hostname}>`
    const { result, answer } = await smtp.send(
      { to, messageId, ...writeTestMail(name, { community, portalUrl }) },
      community,
      closing.signal,
    )
    return { isSent: result === 'sent', answer }
  }
  return {
    name: 'mails',
    routes: async (app) => {
      route(app, getMails, () => overview())
      route(app, sendTestMail, ({ user }) => test(user.emailAddress, user.name), countTest)
    },
    rooms: { mails: changesRoom(db, 'mails') },
    jobs,
    close: async () => {
      closing.abort()
      await close()
    },
    mails,
  }
}
