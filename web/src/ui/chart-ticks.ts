const STEPS = [1, 2, 2.5, 5, 10]

/** From zero to the maximum, in four or five equal steps of a round whole number. */
export function roundTicks(most: number): number[] {
  const rough = Math.max(most, 1) / 4
  const magnitude = 10 ** Math.floor(Math.log10(rough))
  const step = STEPS.map((each) => each * magnitude).find((each) => each >= rough && Number.isInteger(each)) ?? Math.ceil(rough)
  return Array.from({ length: Math.ceil(Math.max(most, 1) / step) + 1 }, (_, index) => index * step)
}

const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
/** '250K', '1M': for axis labels. */
export const shortNumber = (value: number): string => (value < 10_000 ? value.toLocaleString('en') : short.format(value))
