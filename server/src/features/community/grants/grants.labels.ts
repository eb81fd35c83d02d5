import type { Grant, GrantKind } from '@tenfour/contract'
import type { Telling } from '../../people/notices/notices.port.ts'

export const KIND_WORDS: Readonly<Record<GrantKind, string>> = { ridealong: 'ride-along', pass: 'pass' }

const WHITELIST_WORDS = { prod: 'the game servers', dev: 'the development servers' } as const

/** 'for the game servers', 'with LSPD'; empty if there is nothing to say. */
export function whatFor({ whitelist, department }: Pick<Grant, 'whitelist' | 'department'>): string {
  if (whitelist) return ` for ${WHITELIST_WORDS[whitelist]}`
  return department ? ` with ${department.name}` : ''
}

export const hoursWords = (hours: number): string => {
  const days = hours / 24
  if (hours >= 48 && Number.isInteger(days)) return `${days} days`
  return hours === 1 ? '1 hour' : `${hours} hours`
}

const PAGE = '/user/grants'

export const givenNotice = (grant: Grant): Telling['notice'] => ({
  title: `You have a ${KIND_WORDS[grant.kind]}${whatFor(grant)} for ${hoursWords(grant.hours)}`,
  text: `${grant.sponsor?.name ?? 'Someone'} sponsors it. It ends when its time is over.`,
  path: PAGE,
})

export const declinedNotice = ({ kind, ended }: Grant): Telling['notice'] => ({
  title: `Your request for a ${KIND_WORDS[kind]} was declined`,
  text: ended?.reason ?? '',
  path: PAGE,
})

const unansweredNotice = ({ kind }: Grant): Telling['notice'] => ({
  title: `Nobody answered your request for a ${KIND_WORDS[kind]}`,
  text: 'The request has ended. You can ask again.',
  path: PAGE,
})

/** Notices for the member and the sponsor, except the one who ended the grant. */
export function endTellings(grant: Grant, exceptId: number | null = null): Telling[] {
  const { kind, member, sponsor, ended, startsAt } = grant
  if (startsAt === null) return [{ userId: member.userId, notice: unansweredNotice(grant) }]
  const how = ended?.by ? `was ended by ${ended.by.name}` : 'has ended'
  const text = ended?.reason ?? ''
  const tellings = [
    { userId: member.userId, notice: { title: `Your ${KIND_WORDS[kind]} ${how}`, text, path: PAGE } },
    ...(sponsor
      ? [{ userId: sponsor.userId, notice: { title: `The ${KIND_WORDS[kind]} of ${member.name} ${how}`, text, path: PAGE } }]
      : []),
  ]
  return tellings.filter(({ userId }) => userId !== exceptId)
}
