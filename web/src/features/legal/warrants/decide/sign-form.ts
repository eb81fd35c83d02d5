import { MAX_BAIL, MAX_NAMED_DEPARTMENTS, MAX_NAMED_MEMBERS, MAX_WARRANT_DAYS, type WarrantContent } from '@tenfour/contract'
import { z } from 'zod'

const DAY_MS = 24 * 60 * 60_000

/** As it is typed. Bail and expiry are texts of their fields; an empty bail sets none. */
export const signForm = (now: () => Date) =>
  z
    .object({
      bail: z
        .string()
        .trim()
        .refine((text) => text === '' || /^\d+$/u.test(text), 'Enter a whole number')
        .refine((text) => text === '' || Number(text) <= MAX_BAIL, `At most ${MAX_BAIL.toLocaleString('en')}`),
      expires: z.string().superRefine((text, context) => {
        const ahead = Date.parse(text) - now().getTime()
        if (Number.isNaN(ahead)) context.addIssue('Enter a date and a time')
        else if (ahead < 60_000) context.addIssue('At least a minute from now')
        else if (ahead > MAX_WARRANT_DAYS * DAY_MS) context.addIssue(`At most ${MAX_WARRANT_DAYS.toLocaleString('en')} days from now`)
      }),
      isConfidential: z.boolean(),
      departmentIds: z.array(z.int()).max(MAX_NAMED_DEPARTMENTS, `At most ${MAX_NAMED_DEPARTMENTS} departments`),
      userIds: z.array(z.int()).max(MAX_NAMED_MEMBERS, `At most ${MAX_NAMED_MEMBERS} members`),
    })
    .refine(({ isConfidential, departmentIds, userIds }) => !isConfidential || departmentIds.length + userIds.length > 0, {
      path: ['departmentIds'],
      message: 'Name at least one department or member to serve it',
    })
export type SignForm = z.output<ReturnType<typeof signForm>>

/** The body to send. Only a confidential warrant names who serves it. */
export const signBody = ({ bail, expires, isConfidential, departmentIds, userIds }: SignForm, version: number) => ({
  version,
  bail: bail === '' ? null : Number(bail),
  expiresAt: new Date(expires).toISOString(),
  isConfidential,
  servedBy: isConfidential ? { departmentIds, userIds } : { departmentIds: [], userIds: [] },
})

/** The writer's requests, with which the form begins. */
export const startOf = ({ bail, isConfidential }: Pick<WarrantContent, 'bail' | 'isConfidential'>, expires: string): SignForm => ({
  bail: bail === null ? '' : String(bail),
  expires,
  isConfidential,
  departmentIds: [],
  userIds: [],
})
