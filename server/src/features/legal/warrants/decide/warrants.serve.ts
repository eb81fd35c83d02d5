import type { BodyOf, serveWarrant, Warrant, WarrantReturn } from '@tenfour/contract'
import type { Actor } from '../../../../platform/auth/actor.ts'
import { AppError } from '../../../../platform/errors.ts'
import { actOn, type ActDeps } from './warrants.act.ts'
import { findPoliceMembers } from '../read/warrants.police.ts'

type Body = BodyOf<typeof serveWarrant>
/** Clocks differ, and a time is entered to the minute. */
const MINUTE_MS = 60_000

/** With the names and call signs of now. */
export const createWarrantServing = (deps: ActDeps) => ({
  serve: (actor: Actor, warrantId: number, { version, officerIds, ...body }: Body): Promise<Warrant> =>
    actOn(deps, actor, 'serve', { warrantId, version }, async (tx, { row, by, at }) => {
      assertTime(body.servedAt, row.signed_at, at)
      if (body.isArrested && row.subject_kind !== 'person')
        throw new AppError('invalid_input', 'This warrant names nobody to arrest', 'isArrested')
      const others = [...new Set(officerIds)].filter((userId) => userId !== by.userId)
      const officers = await findPoliceMembers(tx, others)
      if (officers.length < others.length) throw new AppError('invalid_input', 'Choose members of police', 'officerIds')
      const { servedAt, location, postal, isArrested, text } = body
      const served = {
        servedAt: new Date(servedAt).toISOString(),
        location,
        postal,
        by,
        officers,
        isArrested,
        text,
      } satisfies WarrantReturn
      return {
        set: { state: 'served', closed_at: at, is_confidential: false, served_return: JSON.stringify(served) },
        title: 'Served',
        text,
        changes: row.is_confidential ? [{ what: 'Confidential', before: 'Until served', after: 'No' }] : [],
      }
    }),
})

function assertTime(servedAt: string, signedAt: Date | null, at: Date): void {
  const time = Date.parse(servedAt)
  if (time > at.getTime() + MINUTE_MS) throw new AppError('invalid_input', 'Choose a time in the past', 'servedAt')
  const signed = signedAt?.getTime() ?? 0
  if (time < signed - (signed % MINUTE_MS)) throw new AppError('invalid_input', 'The warrant had not been signed at that time', 'servedAt')
}
