import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { defineJob, type Job } from '../../../platform/jobs/jobs.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import type { Mails } from '../mails/mails.port.ts'
import { deviceOf } from '../sessions/sessions.port.ts'

/** Enqueued by each sign-in on a device that was not used with the account before. */
export const newDevice = {
  name: 'sign-in-new-device',
  payload: z.object({ userId: z.int(), at: z.iso.datetime(), address: z.string(), userAgent: z.string() }),
}

type Deps = { readonly db: Db; readonly mails: Mails; readonly settings: Pick<Settings, 'calendar'> }

/** Tells the member by mail, where the portal sends mails. */
export const newDeviceJob = ({ db, mails, settings }: Deps): Job =>
  defineJob({
    ...newDevice,
    work: async ({ userId, at, address, userAgent }) => {
      if (!mails.isOn) return
      await db.transaction().execute(async (tx) => {
        const account = await tx
          .selectFrom('users')
          .select(['name', 'email'])
          .where('id', '=', userId)
          .where('disabled_at', 'is', null)
          .where('deleted_at', 'is', null)
          .executeTakeFirst()
        if (!account) return
        const { timeZone } = settings.calendar()
        const when = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone }).format(new Date(at))
        const device = deviceOf(userAgent)
        const data = { at: `${when} (${timeZone})`, address, device }
        await mails.queue(tx, { kind: 'new-device', to: account.email, userId, name: account.name, data })
      })
    },
  })
