import type { Invitation } from '@tenfour/contract'

/** The page of the link, and the code behind it. The portal may not know its own address: then this page's is taken. */
export const linkOf = ({ code, link }: { readonly code: string; readonly link: string | null }, origin = window.location.origin): string =>
  link ?? `${origin}/login/join#${code}`

/** 'Los Santos Police, Cadet'. */
export const joinsAs = ({ department, rank }: Pick<Invitation, 'department' | 'rank'>): string =>
  [department?.fullName ?? 'Member without a department', rank?.rankName].filter(Boolean).join(', ')

const WHITELIST = { prod: 'whitelist of the game servers', dev: 'whitelist of the development servers' } as const

/** 'On the whitelist of the game servers'; undefined where it gives none. */
export const whitelistWords = ({ whitelists }: Pick<Invitation, 'whitelists'>): string | undefined =>
  whitelists.length === 0 ? undefined : `On the ${whitelists.map((each) => WHITELIST[each]).join(' and the ')}`

/** 'Vera Oakes, Sam Hill and 29 others joined with it'. */
export function cameBy({ latestUses, used }: Pick<Invitation, 'latestUses' | 'used'>): string {
  const names = latestUses.map(({ name }) => name)
  const others = used - names.length
  if (names.length === 0) return used === 0 ? 'Nobody has used it yet' : `${people(used)} joined with it`
  if (others > 0) return `${names.join(', ')} and ${others === 1 ? 'one other' : `${others} others`} joined with it`
  return `${[names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ')} joined with it`
}

export const people = (count: number): string => (count === 1 ? 'one person' : `${count} people`)
