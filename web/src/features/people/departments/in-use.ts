/** Why something cannot be retired yet; null if it can. */
export const inUseReason = (what: 'department' | 'rank', memberCount: number): string | null => {
  if (memberCount === 0) return null
  const members = memberCount === 1 ? '1 member' : `${memberCount.toLocaleString('en')} members`
  const verb = memberCount === 1 ? 'has' : 'have'
  return what === 'department'
    ? `Can’t be retired: ${members} ${memberCount === 1 ? 'is' : 'are'} still in this department.`
    : `Can’t be retired: ${members} still ${verb} this rank.`
}
