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
