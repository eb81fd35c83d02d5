import type { Announcement } from '@tenfour/contract'

/** The audience of what is announced to everybody. */
export const EVERYBODY = 0

/**
 * Whether what is announced to an audience differs from the list a member has, so that the list has to be asked for again. One that they
 * dismissed is not in their list and looks like a new one.
 */
export function isNews(known: readonly Announcement[], announced: readonly Announcement[], departmentId: number, now: Date): boolean {
  const own = known.filter(({ department }) => (department?.departmentId ?? EVERYBODY) === departmentId)
  const current = announced.filter(({ expiresAt }) => expiresAt === null || new Date(expiresAt) > now)
  const isSame = (one: Announcement, other: Announcement) => one.announcementId === other.announcementId && one.version === other.version
  return own.length !== current.length || own.some((one) => !current.some((other) => isSame(one, other)))
}
