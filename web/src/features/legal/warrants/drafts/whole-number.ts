/** The number that was typed, null for nothing, undefined for what is not a number. Separators of thousands and the currency are ignored. */
export function readWholeNumber(text: string): number | null | undefined {
  const plain = text.replaceAll(/[\s,$]/g, '')
  if (plain === '') return null
  return /^\d{1,12}$/.test(plain) ? Number(plain) : undefined
}
