import type { EntitledBy } from '@tenfour/contract'
import type { ReactNode } from 'react'

const WORDS: Readonly<Record<EntitledBy, string>> = {
  rank: 'by rank',
  ridealong: 'for a ride-along',
  pass: 'with a pass',
}

/** How someone is on a whitelist that nobody put them on; empty if they are not. */
export const entitledWords = (by: EntitledBy | null | undefined): string => (by ? WORDS[by] : '')

/** Beside the switch of a whitelist. */
export const entitledNote = (by: EntitledBy | null | undefined): string =>
  by ? `On the whitelist ${WORDS[by]}, whatever is set here.` : ''

/** Asked before a whitelist is changed, with what that changes. */
export const whitelistQuestion = (name: string, environment: 'prod' | 'dev', isOn: boolean, body: ReactNode) => ({
  title: `${isOn ? 'Put' : 'Take'} ${name} ${isOn ? 'on' : 'off'} the whitelist of the ${environment === 'prod' ? 'game' : 'development'} servers?`,
  body,
  confirmLabel: isOn ? 'Put on whitelist' : 'Take off whitelist',
  danger: !isOn,
})

type Used = { readonly lastUsedAt?: string | number | Date | null }

/** When any of a user's characters was last used; null if never. */
export function latestLastUsed(characters: readonly Used[] | null | undefined): Date | null {
  const times = (characters ?? [])
    .flatMap(({ lastUsedAt }) =>
      lastUsedAt === null || lastUsedAt === undefined || lastUsedAt === '' ? [] : [new Date(lastUsedAt).getTime()],
    )
    .filter((time) => !Number.isNaN(time))
  return times.length === 0 ? null : new Date(times.reduce((latest, time) => Math.max(latest, time)))
}
