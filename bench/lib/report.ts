export type Line = { readonly what: string; readonly measured: string; readonly goal: string; readonly isMet: boolean }

/** Prints the goals. The process ends with 1 if one of them is missed. */
export const print = (lines: readonly Line[]): void => {
  const width = (pick: (line: Line) => string) => Math.max(...lines.map((line) => pick(line).length))
  const [what, measured] = [width((line) => line.what), width((line) => line.measured)]
  for (const line of lines)
    console.log(`${line.isMet ? '✓' : '✗'} ${line.what.padEnd(what)}  ${line.measured.padEnd(measured)}  goal ${line.goal}`)
  if (lines.some(({ isMet }) => !isMet)) process.exitCode = 1
}

export const number = (value: number, digits = 0): string =>
  value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits })
