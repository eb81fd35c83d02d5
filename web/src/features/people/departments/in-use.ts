/** Why something cannot be retired yet; null if it can. */
export const inUseReason = (memberCount: number): string | null => {
  if (memberCount === 0) return null
  return memberCount === 1 ? 'One member still has it' : `${memberCount.toLocaleString('en')} members still have it`
}
