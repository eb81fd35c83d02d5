import { z } from 'zod'
import { self } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { IdParam } from '../values.ts'

const ofMember = z.object({ userId: IdParam })

/** Whether a member gets a daily mail about what waits for them. */
export const DailyMail = z.object({ isOn: z.boolean() })
export type DailyMail = z.infer<typeof DailyMail>

export const getDailyMail = defineEndpoint({
  method: 'GET',
  path: '/api/user/daily-mail/:userId',
  summary: 'Whether the caller gets a daily mail about what waits for them',
  access: self('userId'),
  params: ofMember,
  response: DailyMail,
})

/** `conflict` where the portal sends no mails. */
export const saveDailyMail = defineEndpoint({
  method: 'PUT',
  path: '/api/user/daily-mail/:userId',
  summary: 'Choose whether to get a daily mail about what waits for you; at most one a day, and none while nothing waits',
  access: self('userId'),
  params: ofMember,
  body: DailyMail,
  response: DailyMail,
})
