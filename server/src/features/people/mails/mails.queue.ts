import { communityNameSetting, type MailKind, type QueuedMail } from '@tenfour/contract'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { inTransaction, type Publish } from '../../../platform/database/transaction.ts'
import { defineJob, enqueue, type Job } from '../../../platform/jobs/jobs.ts'
import type { Sealer } from '../../../platform/secrets/sealer.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import { isBulk, writeMail, type MailData } from './mails.kinds.ts'
import * as repo from './mails.repo.ts'
import type { Smtp } from './mails.smtp.ts'

const SEAL = 'mail'
const Content = z.object({ to: z.string(), subject: z.string(), text: z.string() })
const DEFAULT_HOURS = 24

export type NewMail<K extends MailKind = MailKind> = {
  readonly kind: K
  readonly to: string
  /** The member, if the mail is for one; the mail is deleted with them. */
  readonly userId: number | null
  /** For the greeting; empty for none. */
  readonly name: string
  readonly data: MailData<K>
  /** When the mail is of no use any more: 24 hours from now if omitted. */
  readonly until?: Date
}

/** Mails are queued in the transaction of the change that they are about, and sent after its commit. */
export type Mails = {
  /** Whether this portal sends mails. */
  readonly isOn: boolean
  /** Does nothing where this portal sends no mails. Mails over a limit are dropped: admins see them on the page Mail. */
  readonly queue: <K extends MailKind>(tx: Tx, mail: NewMail<K>) => Promise<void>
}

type Deps = {
  readonly background: { readonly db: Db }
  readonly publish: Publish
  readonly sealer: Sealer
  readonly settings: Pick<Settings, 'get'>
  readonly portalUrl: string | undefined
  readonly log: FastifyBaseLogger
}

export function createMailQueue({ background: { db }, publish, sealer, settings, portalUrl, log }: Deps, smtp: Smtp | undefined) {
  const community = () => settings.get(communityNameSetting)
  const sender =
    smtp && portalUrl !== undefined
      ? createSender({ db, publish, sealer, log, smtp, community, host: new URL(portalUrl).hostname })
      : undefined
  const sendJob = defineJob({
    name: 'mails-send',
    payload: z.object({}),
    schedule: '* * * * *',
    // Sending takes as long as the mail server likes, and other jobs don't wait for that.
    work: async () => sender?.wake(),
  })
  const jobs: Job[] = [
    ...(sender ? [sendJob] : []),
    defineJob({ name: 'mails-prune', payload: z.object({}), dailyAt: '04:37', work: () => repo.deleteOldMails(db) }),
  ]
  const mails: Mails = {
    isOn: sender !== undefined,
    queue: async (tx, { kind, to, userId, name, data, until = new Date(Date.now() + DEFAULT_HOURS * 3_600_000) }) => {
      if (!sender || portalUrl === undefined) return
      const text = writeMail(kind, name, data, { community: community(), portalUrl })
      const content = sealer.seal(SEAL, JSON.stringify({ to: to.trim(), ...text }))
      await repo.insertMail(tx, { kind, userId, to, content, isBulk: isBulk(kind), until })
      // A mail that is over a limit wakes the sender too, which shows it to admins.
      await enqueue(tx, sendJob, {}, { key: 'mails-send' })
    },
  }
  return { mails, jobs, close: async () => sender?.close() }
}

type SenderDeps = Pick<Deps, 'publish' | 'sealer' | 'log'> & {
  readonly db: Db
  readonly smtp: Smtp
  readonly community: () => string
  /** For the ids of mails. */
  readonly host: string
}

/** Sends what is due, one mail after the other. */
function createSender({ db, publish, sealer, log, smtp, community, host }: SenderDeps) {
  const closing = new AbortController()
  let isAwake = false
  let running: Promise<void> | undefined

  const contentOf = ({ content }: repo.ClaimedMail) => {
    const opened = sealer.open(SEAL, content)
    return opened === undefined ? undefined : Content.parse(JSON.parse(opened))
  }

  /** The last mail that pages of admins know. */
  let lastShown = '0'
  const show = async (mails: readonly QueuedMail[]): Promise<void> => {
    if (mails.length === 0) return
    const counts = await repo.countMails(db)
    await inTransaction(db, publish, (_tx, emit) => emit('mails', {}, 'mails.changed', { mails: [...mails], counts }))
  }
  const showNew = async (): Promise<void> => {
    const mails = await repo.listMails(db, { after: lastShown })
    lastShown = mails[0]?.mailId ?? lastShown
    await show(mails)
  }
  /** Returns whether the next mail may get through. */
  const sendAndShow = async (mail: repo.ClaimedMail): Promise<boolean> => {
    const mayGoOn = await send(mail)
    await show(await repo.listMails(db, { only: mail.id }))
    return mayGoOn
  }

  const send = async (mail: repo.ClaimedMail): Promise<boolean> => {
    const content = contentOf(mail)
    if (!content) {
      await repo.endMail(db, mail, 'failed', 'The mail was sealed with another PORTAL_SECRETS_KEY')
      return true
    }
    const messageId = `<${mail.id}.${mail.queuedAt.getTime()}@${host}>`
    const { result, answer } = await smtp.send({ ...content, messageId }, community(), closing.signal)
    if (result === 'sent') {
      await repo.endMail(db, mail, 'sent', answer)
      return true
    }
    // The mail is taken up again as one that was lost, by this portal or another.
    if (closing.signal.aborted) return false
    log.warn({ mail: mail.id, kind: mail.kind, tries: mail.tries, answer }, 'a mail could not be sent')
    if (result === 'refused') await repo.endMail(db, mail, 'failed', answer)
    else await repo.postponeMail(db, mail, answer)
    return result !== 'away'
  }

  const run = async (): Promise<void> => {
    while (isAwake && !closing.signal.aborted) {
      isAwake = false
      await showNew()
      for (let mail = await repo.claimMail(db); mail; mail = closing.signal.aborted ? undefined : await repo.claimMail(db)) {
        if (!(await sendAndShow(mail))) break
      }
    }
  }
  const wake = (): void => {
    isAwake = true
    running ??= run()
      .catch((error: unknown) => log.error({ err: error }, 'mails could not be sent'))
      .finally(() => {
        running = undefined
        if (isAwake && !closing.signal.aborted) wake()
      })
  }
  return {
    wake,
    close: async (): Promise<void> => {
      closing.abort()
      await running
    },
  }
}
